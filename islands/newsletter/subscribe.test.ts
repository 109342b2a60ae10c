import { expect, test } from 'vitest'
import { payloadOf } from './subscribe.ts'

const filledIn = (fields: [string, string][]) => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

test('a form that is filled in is sent as the specification has it', () => {
  const form = filledIn([
    ['name', ' Ada '],
    ['email', 'ada@venue.example'],
    ['consent', 'on'],
    ['phone', '0114 496 0184'],
    ['birthday_day', '7'],
    ['birthday_month', '11'],
    ['interests', 'Cooking Classes'],
    ['interests', 'Film & Cinema'],
  ])
  expect(payloadOf(form, 4000.4)).toEqual({
    email: 'ada@venue.example',
    name: 'Ada',
    consent: true,
    phone: '0114 496 0184',
    birthday: '7/11',
    interests: ['Cooking Classes', 'Film & Cinema'],
    website: '',
    wording: '',
    open_ms: 4000,
  })
})

test('missing fields are null', () => {
  const form = filledIn([
    ['name', 'Ada'],
    ['birthday_day', '7'],
  ])
  expect(payloadOf(form, 0)).toMatchObject({
    consent: false,
    phone: null,
    birthday: null,
    interests: null,
  })
})
