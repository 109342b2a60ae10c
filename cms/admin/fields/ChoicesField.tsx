'use client'
import { FieldDescription, FieldError, useField } from '@payloadcms/ui'
import type { SelectFieldClientComponent } from 'payload'

/** A multiple choice shown as checkboxes. */
export const ChoicesField: SelectFieldClientComponent = ({ field, path, readOnly }) => {
  const { value, setValue, showError, disabled } = useField<string[] | null>({ path })
  const chosen = Array.isArray(value) ? value : []
  const options = field.options.map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  )
  return (
    <fieldset className="field-type choices-field" disabled={Boolean(readOnly || disabled)}>
      <legend className="field-label">{String(field.label ?? '')}</legend>
      <FieldError path={path} showError={showError} />
      <div>
        {options.map(({ value: option, label }) => (
          <label key={option}>
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={({ target }) => {
                const others = chosen.filter((each) => each !== option)
                setValue(target.checked ? [...others, option] : others)
              }}
            />
            {String(label)}
          </label>
        ))}
      </div>
      <FieldDescription path={path} description={field.admin?.description} />
    </fieldset>
  )
}
