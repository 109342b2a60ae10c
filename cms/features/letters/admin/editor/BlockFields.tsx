'use client'
import type { SelectFieldClientComponent, TextFieldClientComponent } from 'payload'
import { type ReactNode, useId } from 'react'
import { useBlockField } from './use-block-field.ts'

type LabelledProps = {
  id: string
  label: unknown
  required: boolean | undefined
  problem: string | null
  children: ReactNode
}

// In the editor, Payload's own labels do not refer to their fields.
const Labelled = ({ id, label, required, problem, children }: LabelledProps) => (
  <div
    className={
      problem ? 'field-type block-field admin-inputs error' : 'field-type block-field admin-inputs'
    }
  >
    <label htmlFor={id}>
      {String(label ?? '')}
      {required ? <span className="required">*</span> : null}
    </label>
    {children}
    <p id={`${id}-problem`} className="record-problem">
      {problem}
    </p>
  </div>
)

export const BlockText: TextFieldClientComponent = ({ field, path, readOnly }) => {
  const id = useId()
  const { value, setValue, showError, errorMessage, disabled } = useBlockField<string | null>(path)
  const problem = showError ? (errorMessage ?? null) : null
  return (
    <Labelled id={id} label={field.label} required={field.required} problem={problem}>
      <input
        id={id}
        type="text"
        maxLength={field.maxLength}
        value={value ?? ''}
        disabled={Boolean(readOnly || disabled)}
        aria-invalid={problem !== null || undefined}
        aria-describedby={`${id}-problem`}
        onChange={({ target }) => setValue(target.value)}
      />
    </Labelled>
  )
}

export const BlockSelect: SelectFieldClientComponent = ({ field, path, readOnly }) => {
  const id = useId()
  const { value, setValue, showError, errorMessage, disabled } = useBlockField<string | null>(path)
  const problem = showError ? (errorMessage ?? null) : null
  return (
    <Labelled id={id} label={field.label} required={field.required} problem={problem}>
      <select
        id={id}
        value={value ?? ''}
        disabled={Boolean(readOnly || disabled)}
        aria-invalid={problem !== null || undefined}
        aria-describedby={`${id}-problem`}
        onChange={({ target }) => setValue(target.value || null)}
      >
        <option value="">–</option>
        {field.options.map((option) => {
          const { value: each, label } =
            typeof option === 'string' ? { value: option, label: option } : option
          return (
            <option key={each} value={each}>
              {String(label)}
            </option>
          )
        })}
      </select>
    </Labelled>
  )
}
