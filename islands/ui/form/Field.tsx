import type { ComponentPropsWithRef, ReactNode } from 'react'
import { FormError } from './FormError.tsx'

type Props = ComponentPropsWithRef<'input'> & {
  id: string
  label: ReactNode
  /** Help below the input. Screen readers read it with the input. */
  hint?: ReactNode
  /** What is wrong with the input. It is shown below the field, which is marked invalid. */
  error?: string | null
  /** Marks the field invalid if its problem is shown elsewhere: in a toast, or once for the whole form. */
  isInvalid?: boolean
  /** Id of the element that shows the problem of the whole form. */
  errorId?: string
}

/** A labelled input. Other props are passed to the input: `name`, `type`, `required`, `value`, `ref`. */
export function Field({
  id,
  label,
  hint,
  error,
  isInvalid = Boolean(error),
  errorId = error ? `${id}-error` : undefined,
  ...input
}: Props) {
  const hintId = hint ? `${id}-hint` : undefined
  return (
    <div className="form-field" data-private>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        aria-invalid={isInvalid || undefined}
        aria-describedby={[hintId, errorId].filter(Boolean).join(' ') || undefined}
      />
      {hint && <small id={hintId}>{hint}</small>}
      {error && <FormError id={errorId}>{error}</FormError>}
    </div>
  )
}

/** Props of an email input. They turn off the automatic corrections of phones. */
export const emailInput = {
  type: 'email',
  autoComplete: 'email',
  autoCapitalize: 'off',
  spellCheck: false,
} as const
