'use client'
import { TextareaInput, useField, useFormFields } from '@payloadcms/ui'
import type { JSONFieldClientComponent } from 'payload'

type Data = { text?: unknown; alt?: unknown }

/** A key's text, read-only. Staff edit the text on its page, where edit conflicts are detected. */
export const ContentTextField: JSONFieldClientComponent = ({ path, field }) => {
  const type = useFormFields(([fields]) => fields?.content_type?.value)
  const { value } = useField<Data | null>({ path })
  if (type === 'image') {
    return (
      <div className="field-type words-picture">
        <p className="field-label">Picture</p>
        <p>{String(value?.alt || 'No alternative text')}</p>
        <p className="field-description">Change the picture on its page.</p>
      </div>
    )
  }
  const text = typeof value?.text === 'string' ? value.text : ''
  return (
    <TextareaInput
      path={path}
      label={field.label}
      rows={Math.min(16, Math.max(3, Math.ceil(text.length / 70)))}
      readOnly
      value={text}
      description="Change the words on their page: Open on the page."
    />
  )
}
