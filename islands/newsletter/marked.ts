import {
  birthdayOf,
  isPhone,
  parseBirthday,
  type RequiredField,
} from '../../cms/newsletter/rules.ts'

/** A field, by its name, at which something is wrong. */
export type MarkedField = RequiredField | 'phone' | 'birthday_day'

/** At which field a form was refused, as far as a browser can tell: what is neither of the others. */
export function refusedField(form: FormData): MarkedField {
  const phone = String(form.get('phone') ?? '').trim()
  const birthday = birthdayOf(form)
  if (phone && !isPhone(phone)) return 'phone'
  return birthday && !parseBirthday(birthday) ? 'birthday_day' : 'email'
}
