import type { ComponentPropsWithRef } from 'react'

type Props = ComponentPropsWithRef<'button'> & {
  kind?: 'plain' | 'strong' | 'quiet' | 'danger'
  /** The button looks disabled and is announced as disabled, but can be focused. */
  unavailable?: boolean
}

/** A button, `type="button"` by default. */
export function Button({ kind = 'plain', unavailable = false, className, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`ui-button ${className ?? ''}`}
      data-kind={kind}
      aria-disabled={unavailable || undefined}
      onClick={unavailable ? undefined : rest.onClick}
    />
  )
}
