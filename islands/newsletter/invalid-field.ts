import {
  invalidDetail,
  missingFields,
  type RequiredField,
} from '../../cms/features/newsletter/rules.ts'
import { fieldProblems } from '../../cms/platform/http/texts/field-rules.ts'
import { isEmail } from '../lib/is-email.ts'

/** The field that an error belongs to. */
export type InvalidField = RequiredField | 'phone' | 'birthday' | 'interests'
/** Error messages by field. */
export type FieldErrors = Partial<Record<InvalidField, string>>

const messages = {
  name: 'Please write your name.',
  email: 'Please enter a valid email.',
  consent: 'Please tick this, so that we may write to you.',
} as const

/** The errors of a form without an interest. */
export const interestsErrors: FieldErrors = { interests: 'Choose at least one.' }

// The toast says what the server refused, so the field is only marked.
const refusedHints: Readonly<Record<string, string>> = {
  name: 'Check the name.',
  email: 'Check the address.',
  consent: 'Please tick this.',
  phone: 'Check the number.',
  birthday: 'Check the day and the month.',
  interests: 'Check what you have chosen.',
}

/** The errors that the server would report, in the order of the form's fields. */
export function findErrors(form: FormData): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of missingFields(form)) errors[field] = messages[field]
  if (!isEmail(String(form.get('email') ?? '').trim())) errors.email = messages.email
  const detail = invalidDetail(form)
  if (detail) errors[detail] = fieldProblems[detail]
  return errors
}

/** A hint at the field that the server refused; null if the refusal does not concern a field of this form. */
export function serverFieldErrors(body: unknown): FieldErrors | null {
  const { field = '' } = (body ?? {}) as { field?: string }
  return Object.hasOwn(refusedHints, field) ? { [field]: refusedHints[field] } : null
}

/** The field that an element of the form belongs to. */
export const fieldOf = (name: string): string => name.replace(/^birthday_.*/, 'birthday')
