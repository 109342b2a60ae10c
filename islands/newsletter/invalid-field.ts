import { fieldProblems } from '../../cms/http/field-rules.ts'
import { invalidDetail, missingFields, type RequiredField } from '../../cms/newsletter/rules.ts'
import { isEmail } from '../lib/is-email.ts'

/** The field that an error belongs to. */
export type InvalidField = RequiredField | 'phone' | 'birthday'
/** Error messages by field. */
export type FieldErrors = Partial<Record<InvalidField, string>>

const fields: readonly string[] = ['name', 'email', 'consent', 'phone', 'birthday']

const messages = {
  name: 'Please write your name.',
  email: 'Please enter a valid email.',
  consent: 'Please tick this, so that we may write to you.',
} as const

/** The errors that the server would report, in the order of the form's fields. */
export function findErrors(form: FormData): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of missingFields(form)) errors[field] = messages[field]
  if (!isEmail(String(form.get('email') ?? '').trim())) errors.email = messages.email
  const detail = invalidDetail(form)
  if (detail) errors[detail] = fieldProblems[detail]
  return errors
}

/** The server's error message by field; null if it does not concern a field of this form. */
export function serverFieldErrors(body: unknown, message: string): FieldErrors | null {
  const { field = '' } = (body ?? {}) as { field?: string }
  return fields.includes(field) ? { [field]: message } : null
}

/** The field that an element of the form belongs to. */
export const fieldOf = (name: string): string => name.replace(/^birthday_.*/, 'birthday')
