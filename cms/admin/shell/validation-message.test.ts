import { expect, test } from 'vitest'
import { validationMessage } from './validation-message.ts'

test('every fault has the name of its field and what is wrong', () => {
  const errors = [
    { path: 'items.1.price_cents', label: 'Items > Item 2 > Price', message: 'Write pounds.' },
    { path: 'title', message: 'This field is required.' },
  ]
  expect(validationMessage({ name: 'ValidationError', data: { errors } })).toBe(
    'Items › Item 2 › Price – Write pounds. · title – This field is required.',
  )
})

test('other errors stay as they are', () => {
  expect(validationMessage(new Error('no'))).toBeNull()
  expect(validationMessage(null)).toBeNull()
})
