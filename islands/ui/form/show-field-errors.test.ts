import { expect, test } from 'vitest'
import { problemOf } from './show-field-errors.ts'

const control = (change: object) => ({
  ...{ name: 'name', type: 'text', value: 'Ada', validationMessage: '' },
  validity: { valid: true } as ValidityState,
  ...change,
})
const missing = { value: '', validity: { valid: false } as ValidityState }

test.each([
  ['a name', {}, null],
  ['no name', missing, 'Please write your name.'],
  ['an address', { name: 'email', type: 'email', value: 'a@b.example' }, null],
  // Browsers accept it, the server does not.
  [
    'an address without a domain',
    { name: 'email', type: 'email', value: 'a@b' },
    'Please enter a valid email.',
  ],
  ['no telephone number', { name: 'phone', ...missing }, 'Please write your telephone number.'],
  ['another field', { name: 'day', ...missing, validationMessage: 'Choose a day' }, 'Choose a day'],
])('the problem of %s', (_, change, expected) => {
  expect(problemOf(control(change))).toBe(expected)
})
