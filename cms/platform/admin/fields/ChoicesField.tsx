'use client'
import { FieldDescription, FieldError } from '@payloadcms/ui'
import type { SelectFieldClientComponent } from 'payload'
import { ChoiceBoxes, useChoices } from './ChoiceBoxes.tsx'

/** A multiple choice shown as checkboxes. */
export const ChoicesField: SelectFieldClientComponent = ({ field, path, readOnly }) => {
  const { showError, disabled, ...choices } = useChoices({ field, path })
  return (
    <fieldset className="field-type choices-field" disabled={Boolean(readOnly || disabled)}>
      <legend className="field-label">{String(field.label ?? '')}</legend>
      <FieldError path={path} showError={showError} />
      <div>
        <ChoiceBoxes {...choices} />
      </div>
      <FieldDescription path={path} description={field.admin?.description} />
    </fieldset>
  )
}
