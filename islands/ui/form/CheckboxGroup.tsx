import type { ComponentPropsWithRef, ReactNode } from 'react'

type CheckboxProps = ComponentPropsWithRef<'input'> & {
  id: string
  label: ReactNode
  isInvalid?: boolean
}

export function Checkbox({ id, label, isInvalid, ...input }: CheckboxProps) {
  return (
    <p className="form-check">
      <input {...input} id={id} type="checkbox" aria-invalid={isInvalid || undefined} />
      <label htmlFor={id}>{label}</label>
    </p>
  )
}

type Props = {
  /** What the checkboxes' ids begin with. */
  id: string
  name: string
  legend: ReactNode
  options: readonly string[]
  /** Which of them are checked at first. */
  chosen?: readonly string[]
  /** Further details of an option, beside it. */
  notes?: Record<string, string>
}

/** Any number of options under one name. Uncontrolled: `FormData.getAll(name)` has what is checked. */
export function CheckboxGroup({ id, name, legend, options, chosen = [], notes = {} }: Props) {
  return (
    <fieldset className="form-checks">
      <legend>{legend}</legend>
      {options.map((option, index) => (
        <Checkbox
          key={option}
          id={`${id}-${index}`}
          name={name}
          value={option}
          defaultChecked={chosen.includes(option)}
          label={
            <>
              {option}
              {notes[option] && <span className="figures"> {notes[option]}</span>}
            </>
          }
        />
      ))}
    </fieldset>
  )
}
