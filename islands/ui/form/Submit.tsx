import type { ComponentPropsWithRef } from 'react'

type Props = ComponentPropsWithRef<'button'> & {
  /** Whether a submission is in progress. */
  isBusy?: boolean
  /** Whether the button looks disabled. It can still be pressed, and the form then shows the reason. */
  isUnavailable?: boolean
  /**
   * `div` in edit mode: each text of the page is then a control that opens its editor, and HTML does not allow controls
   * inside a `<button>`.
   */
  as?: 'button' | 'div'
}

/** The form's main button. A second press is ignored by `useBusy`, not by the button. */
export function Submit({ isBusy, isUnavailable = isBusy, as = 'button', ...rest }: Props) {
  const Element = as as 'button'
  return (
    <Element
      type={as === 'button' ? 'submit' : undefined}
      {...rest}
      className="form-submit poster"
      aria-disabled={isUnavailable || undefined}
      data-busy={isBusy || undefined}
    />
  )
}
