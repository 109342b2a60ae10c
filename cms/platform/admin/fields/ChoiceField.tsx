'use client'
import { FieldDescription, FieldError, useField } from '@payloadcms/ui'
import type { SelectFieldClientComponent } from 'payload'

/** A choice of one option, shown as radio buttons. */
export const ChoiceField: SelectFieldClientComponent = ({ field, path, readOnly }) => {
  const { value, setValue, showError, disabled } = useField<string | null>({ path })
  return (
    <fieldset className="field-type choices-field" disabled={Boolean(readOnly || disabled)}>
      <legend className="field-label">{String(field.label ?? '')}</legend>
      <FieldError path={path} showError={showError} />
      <div>
        {field.options.map((option) => {
          const { value: own, label } =
            typeof option === 'string' ? { value: option, label: option } : option
          return (
            <label key={own}>
              <input
                type="radio"
                name={path}
                checked={value === own}
                onChange={() => setValue(own)}
              />
              {String(label)}
            </label>
          )
        })}
      </div>
      <FieldDescription path={path} description={field.admin?.description} />
    </fieldset>
  )
}
