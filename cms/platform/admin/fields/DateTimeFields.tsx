'use client'
import { FieldDescription, FieldError, FieldLabel, useField } from '@payloadcms/ui'
import type { TextFieldClientComponent, TextFieldClientProps } from 'payload'

// A native date or time input. The text field stores the value in the format of the input.
function InputField({ field, path, readOnly, type }: TextFieldClientProps & { type: string }) {
  const { value, setValue, showError, disabled } = useField<string | null>({ path })
  const id = `field-${path.replaceAll('.', '__')}`
  const { description, width } = field.admin ?? {}
  // `24:00` is stored for the end of a day, but browsers accept only `00:00`.
  const shown = type === 'time' && value === '24:00' ? '00:00' : value
  return (
    <div
      className={['field-type', 'text', 'when-field', showError && 'error']
        .filter(Boolean)
        .join(' ')}
      style={width ? { width } : undefined}
    >
      <FieldLabel htmlFor={id} label={field.label} path={path} required={field.required ?? false} />
      <div className="field-type__wrap">
        <FieldError path={path} showError={showError} />
        <input
          id={id}
          name={path}
          type={type}
          value={shown ?? ''}
          disabled={Boolean(readOnly || disabled)}
          onChange={(event) => setValue(event.target.value || null)}
        />
      </div>
      <FieldDescription path={path} description={description} />
    </div>
  )
}

/** A date, stored as `YYYY-MM-DD`. */
export const DayField: TextFieldClientComponent = (props) => <InputField {...props} type="date" />

/** A time in the venue's time zone, stored as `HH:MM`. */
export const TimeField: TextFieldClientComponent = (props) => <InputField {...props} type="time" />
