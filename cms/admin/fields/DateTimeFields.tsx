'use client'
import { FieldDescription, FieldError, FieldLabel, useField } from '@payloadcms/ui'
import type { TextFieldClientComponent, TextFieldClientProps } from 'payload'

// The browser's own picker over a text of the form it writes anyway.
function WhenField({ field, path, readOnly, type }: TextFieldClientProps & { type: string }) {
  const { value, setValue, showError, disabled } = useField<string | null>({ path })
  const id = `field-${path.replaceAll('.', '__')}`
  const { description, width } = field.admin ?? {}
  // The end of a day is its last minute's end here, and the first minute of the next for a browser.
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

/** A day, kept as `YYYY-MM-DD`. */
export const DayField: TextFieldClientComponent = (props) => <WhenField {...props} type="date" />

/** A time on the venue's clock, kept as `HH:MM`. */
export const TimeField: TextFieldClientComponent = (props) => <WhenField {...props} type="time" />
