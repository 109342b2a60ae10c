import type { ComponentPropsWithRef } from 'react'

/** A button of the profile; unavailable while an action is running. */
export function ActionButton({
  isBusy,
  ...rest
}: ComponentPropsWithRef<'button'> & { isBusy?: boolean }) {
  return <button type="button" {...rest} className="go" aria-disabled={isBusy || undefined} />
}
