import { detailFaults } from '../../cms/http/field-rules.ts'
import { faultyDetail, missingFields, type RequiredField } from '../../cms/newsletter/rules.ts'
import { isEmail } from '../lib/is-email.ts'

/** The field that an error belongs to. */
export type InvalidField = RequiredField | 'phone' | 'birthday'
/** What is wrong with the fields of a form. */
export type FieldErrors = Partial<Record<InvalidField, string>>

const fields: readonly string[] = ['name', 'email', 'consent', 'phone', 'birthday']

const messages = {
  name: 'Please write your name.',
  email: 'Please enter a valid email.',
  consent: 'Please tick this, so that we may write to you.',
} as const

/** What the server would refuse, in the order of the form. */
export function findErrors(form: FormData): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of missingFields(form)) errors[field] = messages[field]
  if (!isEmail(String(form.get('email') ?? '').trim())) errors.email = messages.email
  const detail = faultyDetail(form)
  if (detail) errors[detail] = detailFaults[detail]
  return errors
}

/** The error that the server names a field for; null where it is about none of this form. */
export function refusedField(body: unknown, message: string): FieldErrors | null {
  const { field = '' } = (body ?? {}) as { field?: string }
  return fields.includes(field) ? { [field]: message } : null
}

/** The field that an element of the form belongs to. */
export const fieldOf = (name: string): string => name.replace(/^birthday_.*/, 'birthday')
