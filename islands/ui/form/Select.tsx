import type { ComponentPropsWithRef, ReactNode } from 'react'

type Props = ComponentPropsWithRef<'select'> & {
  id: string
  /** Label for screen readers only. A visible legend or heading names the group of fields. */
  label: ReactNode
  options: readonly { value: string | number; label: string | number }[]
  isInvalid?: boolean
  /** Id of the error message. */
  errorId?: string | undefined
}

/** A labelled select; its first option is empty. */
export function Select({ id, label, options, isInvalid, errorId, ...select }: Props) {
  return (
    <>
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <select {...select} id={id} aria-invalid={isInvalid || undefined} aria-describedby={errorId}>
        <option value="">–</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </>
  )
}
