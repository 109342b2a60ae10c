import { expect, test } from 'vitest'
import { refusedField } from './invalid-field.ts'

test.each([
  [{ email: 'ada@venue' }, 'email'],
  [{ email: 'ada@venue.example', phone: 'none' }, 'phone'],
  [{ phone: '0114 496 0184', birthday_day: '31', birthday_month: '2' }, 'birthday_day'],
  [{ birthday_day: '31', birthday_month: '' }, 'email'],
])('of %j the field is %s', (fields, field) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  expect(refusedField(form)).toBe(field)
})
