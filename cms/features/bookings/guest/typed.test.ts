import { expect, test } from 'vitest'
import { readTyped, sealTyped } from './typed.ts'

test('what was typed is read again for its own hold only, without what concerns health', () => {
  const form = new FormData()
  for (const [name, value] of [
    ['name', 'Ada'],
    ['email', 'ada@venue.example'],
    ['phone', 'abc'],
    ['allergies', 'walnuts'],
  ] as const) {
    form.set(name, value)
  }
  const typed = sealTyped('7-ab', form)
  expect(typed).not.toContain('Ada')
  expect(readTyped('7-ab', new URLSearchParams({ typed }))).toEqual({
    ...{ name: 'Ada', email: 'ada@venue.example', phone: 'abc' },
  })
  const empty = { name: '', email: '', phone: '' }
  expect(readTyped('8-ab', new URLSearchParams({ typed }))).toEqual(empty)
  expect(readTyped('7-ab', new URLSearchParams({ typed: 'x' }))).toEqual(empty)
  expect(readTyped('7-ab', new URLSearchParams())).toEqual(empty)
})
