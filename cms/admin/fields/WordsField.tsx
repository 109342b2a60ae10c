'use client'
import { TextareaInput, useField, useFormFields } from '@payloadcms/ui'
import type { JSONFieldClientComponent } from 'payload'
import { useCallback } from 'react'
import { longestText } from '../../editing/rules.ts'

type Data = { text?: string; alt?: string; media?: number } & Record<string, unknown>

/** The words of a text, without the rest of its record; a picture is changed on its page. */
export const WordsField: JSONFieldClientComponent = ({ path, readOnly, field }) => {
  const type = useFormFields(([fields]) => fields?.content_type?.value)
  const validate = useCallback((value: unknown) => fault(value as Data | null), [])
  const { value, setValue, showError, disabled } = useField<Data | null>({ path, validate })
  // Texts of every page keep their words in a second place, as they did before positions came.
  const second = useFormFields(([fields]) => Boolean(fields?.content_value))
  const { setValue: setSecond } = useField<string>({ path: 'content_value' })
  if (type === 'image') {
    return (
      <div className="field-type words-picture">
        <p className="field-label">Picture</p>
        <p>{value?.alt || 'No alternative text'}</p>
        <p className="field-description">Change the picture on its page.</p>
      </div>
    )
  }
  const words = value?.text ?? ''
  return (
    <TextareaInput
      path={path}
      label={field.label}
      required
      rows={Math.min(16, Math.max(3, Math.ceil(words.length / 70)))}
      readOnly={Boolean(readOnly || disabled)}
      showError={showError}
      value={words}
      description={`${words.length} of ${longestText} characters. An empty line begins a new paragraph.`}
      onChange={(event) => {
        setValue({ ...value, text: event.target.value })
        if (second) setSecond(event.target.value)
      }}
    />
  )
}

function fault(value: Data | null): string | true {
  const length = value?.text?.length ?? 0
  if (value?.media || value?.alt) return true
  if (value?.text === undefined) return 'Write the text.'
  return length <= longestText || `Write at most ${longestText} characters; these are ${length}.`
}
