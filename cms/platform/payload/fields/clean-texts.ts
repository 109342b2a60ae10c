import type { Field, FieldHook } from 'payload'
import { cleanLine, cleanText } from '../../http/texts/clean-text.ts'

// A text without such a character looks empty: blanks, zero-width characters, fillers, the empty Braille pattern.
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

const cleaned = (clean: (text: string) => string): FieldHook => {
  return ({ value }) => {
    if (typeof value !== 'string' || value.includes('\0')) return value
    const text = clean(value).trim()
    return visible.test(text) ? text : ''
  }
}

/**
 * Makes all texts of a record clean before they are validated: without control characters, and without blanks at both
 * ends. A text that looks empty becomes empty, so a required field refuses it. A text with NUL, which no keyboard
 * writes and PostgreSQL does not store, stays as it is and is refused.
 */
export const withCleanTexts = (fields: Field[]): Field[] =>
  fields.map((field): Field => {
    if ('fields' in field) return { ...field, fields: withCleanTexts(field.fields) }
    if (field.type !== 'text' && field.type !== 'textarea') return field
    const hook = cleaned(field.type === 'text' ? cleanLine : cleanText)
    const beforeValidate = [hook, ...(field.hooks?.beforeValidate ?? [])]
    return { ...field, hooks: { ...field.hooks, beforeValidate } } as Field
  })
