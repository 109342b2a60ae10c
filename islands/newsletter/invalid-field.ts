import { faultyDetail, type RequiredField } from '../../cms/newsletter/rules.ts'

/** The name of an invalid field. */
export type InvalidField = RequiredField | 'phone' | 'birthday_day'

/** The field for which the server refused a form: the email where neither phone nor birthday is invalid. */
export function refusedField(form: FormData): InvalidField {
  const detail = faultyDetail(form)
  return detail === 'birthday' ? 'birthday_day' : (detail ?? 'email')
}
