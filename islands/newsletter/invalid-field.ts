import { faultyDetail, type RequiredField } from '../../cms/newsletter/rules.ts'

/** A field, by its name, at which something is wrong. */
export type MarkedField = RequiredField | 'phone' | 'birthday_day'

/** At which field a form was refused, as far as a browser can tell: what is neither of the others. */
export function refusedField(form: FormData): MarkedField {
  const detail = faultyDetail(form)
  return detail === 'birthday' ? 'birthday_day' : (detail ?? 'email')
}
