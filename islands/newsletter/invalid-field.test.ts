import { expect, test } from 'vitest'
import { fieldOf, findErrors, serverFieldErrors } from './invalid-field.ts'

const formOf = (changes: Record<string, string>) => {
  const form = new FormData()
  const all = { name: 'Ada', email: 'ada@venue.example', consent: 'on', ...changes }
  for (const [name, value] of Object.entries(all)) form.set(name, value)
  return form
}

test.each([
  [{}, []],
  [{ name: ' ', consent: '' }, ['name', 'consent']],
  [{ email: '' }, ['email']],
  [{ email: 'ada@venue' }, ['email']],
  [{ phone: 'none' }, ['phone']],
  [{ phone: '114 496' }, ['phone']],
  [{ phone: '496 0184' }, []],
  [{ birthday_day: '31', birthday_month: '2' }, ['birthday']],
])('a form with %j has errors in the fields %j', (changes, expected) => {
  expect(Object.keys(findErrors(formOf(changes)))).toEqual(expected)
})

test('a refusal of the server marks its field, or no field if the form lacks that field', () => {
  expect(serverFieldErrors({ field: 'email' })).toEqual({ email: 'Check the address.' })
  expect(serverFieldErrors({ field: 'wording' })).toBeNull()
  expect(serverFieldErrors({ field: 'constructor' })).toBeNull()
  expect(serverFieldErrors(null)).toBeNull()
})

test('the inputs for day and month belong to the field “birthday”', () => {
  expect(['birthday_day', 'birthday_month', 'phone'].map(fieldOf)).toEqual([
    'birthday',
    'birthday',
    'phone',
  ])
})
