import type { ComponentPropsWithRef, ReactNode } from 'react'
import { FormError } from './FormError.tsx'

type CheckboxProps = ComponentPropsWithRef<'input'> & {
  id: string
  label: ReactNode
  /** The error message of this checkbox. */
  error?: string | null | undefined
}

export function Checkbox({ id, label, error, ...input }: CheckboxProps) {
  const errorId = error ? `${id}-error` : undefined
  return (
    <div className="form-check">
      <input
        {...input}
        id={id}
        type="checkbox"
        aria-invalid={Boolean(error) || undefined}
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
  /** Which of them are checked at first. */
  chosen?: readonly string[]
  /** Labels by value; an option without one shows its value. */
  labels?: Record<string, string>
  /** Further details of an option, beside it. */
  notes?: Record<string, string>
  /** Reads the legend out only, where a heading shows it. */
  isLegendHidden?: boolean
}

/** Any number of options under one name. Uncontrolled: `FormData.getAll(name)` has what is checked. */
export function CheckboxGroup({
  id,
  name,
  legend,
  options,
  chosen = [],
  labels = {},
  notes = {},
  isLegendHidden = false,
}: Props) {
  return (
    <fieldset className="form-checks">
      <legend className={isLegendHidden ? 'sr' : undefined}>{legend}</legend>
      {options.map((option, index) => (
        <Checkbox
          key={option}
          id={`${id}-${index}`}
          name={name}
          value={option}
          defaultChecked={chosen.includes(option)}
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
