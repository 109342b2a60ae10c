import { expect, test } from 'vitest'
import { fieldsOf, problemOf } from './show-field-errors.ts'

const control = (change: object) => ({
  ...{ name: 'name', type: 'text', value: 'Ada', validationMessage: '' },
  validity: { valid: true } as ValidityState,
  ...change,
})
const missing = { value: '', validity: { valid: false } as ValidityState }
const empty = { value: '', validity: { valid: false, valueMissing: true } as ValidityState }

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
  [
    'a telephone number that is too short',
    { name: 'phone', value: '0114 000', validity: missing.validity },
    'Write a phone number, for example +44 114 496 0184.',
  ],
  ['another field without a value', { name: 'text', ...empty }, 'Please fill this in.'],
  [
    'a box without a tick',
    { name: 'agreed', type: 'checkbox', ...empty },
    'Please tick this to go on.',
  ],
  ['no file', { name: 'file', type: 'file', ...empty }, 'Please choose a file.'],
  ['no choice', { name: 'area', type: 'select-one', ...empty }, 'Please choose one.'],
  [
    'another wrong value',
    { name: 'day', ...missing, validationMessage: 'Choose a day' },
    'Choose a day',
  ],
])('the problem of %s', (_, change, expected) => {
  expect(problemOf(control(change))).toBe(expected)
})

test('the radio buttons of one name are one field, every other control is its own', () => {
  const of = (type: string, name: string, value: string) => ({ type, name, value })
  const [ada, first, box, other, second, secondBox, third, fourth] = [
    of('text', 'name', 'Ada'),
    of('radio', 'slot', '1'),
    of('checkbox', 'slot', '1'),
    of('radio', 'payment', 'bar'),
    of('radio', 'slot', '2'),
    of('checkbox', 'slot', '2'),
    of('radio', '', '3'),
    of('radio', '', '4'),
  ] as const
  expect(fieldsOf([ada, first, box, other, second, secondBox, third, fourth])).toEqual([
    [ada],
    [first, second],
    [box],
    [other],
    [secondBox],
    [third],
    [fourth],
  ])
})
