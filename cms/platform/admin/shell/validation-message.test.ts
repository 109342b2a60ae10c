import { expect, test } from 'vitest'
import { validationMessage } from './validation-message.ts'

const price = { name: 'price_cents', label: 'Price for each guest' }
const fields = [price, { name: 'items', label: 'Dishes', flattenedFields: [price] }]
const messageOf = (error: unknown) =>
  validationMessage(error, ({ collection }) => (collection === 'events' ? fields : undefined))

test('the message lists each field with its problem', () => {
  const errors = [
    { path: 'items.1.price_cents', label: 'Items > Item 2 > Price', message: 'Write pounds.' },
    { path: 'title', message: 'This field is required.' },
  ]
  expect(messageOf({ name: 'ValidationError', data: { errors } })).toBe(
    'Items › Item 2 › Price – Write pounds. · Title – This field is required.',
  )
})

test('a problem without a label has the label of its field', () => {
  const paths = ['price_cents', 'items.1.price_cents', 'items', 'not_known', '']
  const errors = paths.map((path) => ({ path, message: 'Why.' }))
  expect(messageOf({ name: 'ValidationError', data: { errors, collection: 'events' } })).toBe(
    'Price for each guest – Why. · Dishes › row 2 › Price for each guest – Why. · Dishes – Why. · Not known – Why. · Why.',
  )
})

test('the message has no “https:”, because Payload’s toast would split it at the colon', () => {
  const errors = [{ path: 'link', label: 'Link', message: 'Begin with https:// or http://.' }]
  expect(messageOf({ name: 'ValidationError', data: { errors } })).toBe(
    'Link – Begin with https or http.',
  )
})

test('an error of another kind has no validation message', () => {
  expect(messageOf(new Error('no'))).toBeNull()
  expect(messageOf(null)).toBeNull()
})
