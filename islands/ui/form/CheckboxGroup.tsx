import type { ComponentPropsWithRef, ReactNode } from 'react'
import { FormError } from './FormError.tsx'

type CheckboxProps = ComponentPropsWithRef<'input'> & {
  id: string
  label: ReactNode
  /** The error message of this checkbox. */
  error?: string | null | undefined
  /** Whether it is marked although its error is shown elsewhere. */
  isInvalid?: boolean
}

export function Checkbox({ id, label, error, isInvalid = false, ...input }: CheckboxProps) {
  const errorId = error ? `${id}-error` : undefined
  return (
    <div className="form-check">
      <input
        {...input}
        id={id}
        type="checkbox"
        aria-invalid={isInvalid || Boolean(error) || undefined}
        aria-describedby={errorId}
      />
      <label htmlFor={id}>{label}</label>
      {error && <FormError id={errorId}>{error}</FormError>}
    </div>
  )
}

type Props = {
  /** Prefix of the checkboxes' ids. */
  id: string
  name: string
  legend: ReactNode
  options: readonly string[]
  /** Values of the options that are initially checked. */
  chosen?: readonly string[]
  /** Labels by value; an option without one shows its value. */
  labels?: Record<string, string>
  /** Details shown beside an option, by value. */
  notes?: Record<string, string>
  /** Whether only screen readers get the legend, because a heading already shows it. */
  isLegendHidden?: boolean
  /** The error message of the group. The first checkbox is marked with it, and can be focused. */
  error?: string | null | undefined
}

/** Uncontrolled checkboxes with one name. `FormData.getAll(name)` returns the checked values. */
export function CheckboxGroup({
  id,
  name,
  legend,
  options,
  chosen = [],
  labels = {},
  notes = {},
  isLegendHidden = false,
  error,
}: Props) {
  const errorId = error ? `${id}-error` : undefined
  return (
    <fieldset className="form-checks" aria-describedby={errorId}>
      <legend className={isLegendHidden ? 'sr' : undefined}>{legend}</legend>
      {error && <FormError id={errorId}>{error}</FormError>}
      {options.map((option, index) => (
        <Checkbox
          key={option}
          id={`${id}-${index}`}
          name={name}
          value={option}
          defaultChecked={chosen.includes(option)}
          isInvalid={index === 0 && Boolean(error)}
          label={
            <>
              {labels[option] ?? option}
              {notes[option] && <span className="figures"> {notes[option]}</span>}
            </>
          }
        />
      ))}
    </fieldset>
  )
}
