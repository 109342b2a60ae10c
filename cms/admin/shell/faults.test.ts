import { expect, test } from 'vitest'
import { faultsNamed } from './faults.ts'

test('every fault has the name of its field and what is wrong', () => {
  const errors = [
    { path: 'items.1.price_cents', label: 'Items > Item 2 > Price', message: 'Write pounds.' },
    { path: 'title', message: 'This field is required.' },
  ]
  expect(faultsNamed({ name: 'ValidationError', data: { errors } })).toBe(
    'Items › Item 2 › Price – Write pounds. · title – This field is required.',
  )
})

test('other errors stay as they are', () => {
  expect(faultsNamed(new Error('no'))).toBeNull()
  expect(faultsNamed(null)).toBeNull()
})
