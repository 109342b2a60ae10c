import type { ComponentPropsWithRef } from 'react'

type Props = ComponentPropsWithRef<'button'> & {
  kind?: 'plain' | 'strong' | 'quiet' | 'danger'
  /**
   * Like `disabled`, but the button can be focused. `onClick` is ignored. A submit button still submits its form, so
   * the form must check the state itself.
   */
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
