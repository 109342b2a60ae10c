import { expect, test } from 'vitest'
import { validationMessage } from './validation-message.ts'

test('the message lists each field with its problem', () => {
  const errors = [
    { path: 'items.1.price_cents', label: 'Items > Item 2 > Price', message: 'Write pounds.' },
    { path: 'title', message: 'This field is required.' },
  ]
  expect(validationMessage({ name: 'ValidationError', data: { errors } })).toBe(
    'Items › Item 2 › Price – Write pounds. · title – This field is required.',
  )
})

test('the message has no “https:”, because Payload’s toast would split it at the colon', () => {
  const errors = [{ path: 'link', label: 'Link', message: 'Begin with https:// or http://.' }]
  expect(validationMessage({ name: 'ValidationError', data: { errors } })).toBe(
    'Link – Begin with https or http.',
  )
})

test('an error of another kind has no validation message', () => {
  expect(validationMessage(new Error('no'))).toBeNull()
  expect(validationMessage(null)).toBeNull()
})
