import { ValidationError } from 'payload'
import { describe, expect, test } from 'vitest'
import { moneyField } from '../fields/money.ts'
import { readAmounts } from './amounts.ts'

const price = moneyField({ name: 'price_cents', label: 'Price', min: 0 })
const flattenedFields = [
  { name: 'title', type: 'text' },
  { name: 'abv', type: 'number' },
  price,
  { name: 'items', type: 'array', flattenedFields: [price] },
]

const read = (data: unknown) => {
  const hookArgs = {
    args: { data },
    collection: { slug: 'taps', flattenedFields },
    operation: 'update',
    req: { t: (key: string) => key },
  }
  const { data: result } = readAmounts(hookArgs as never) as unknown as { data: unknown }
  return result
}

const problemsOf = (data: unknown) => {
  try {
    return read(data)
  } catch (error) {
    return error instanceof ValidationError ? error.data.errors : error
  }
}

describe('typed amounts', () => {
  test('become pence, also in rows of an array; amounts given as numbers stay unchanged', () => {
    expect(
      read({ title: '4,95', price_cents: '4,95', items: [{ price_cents: '£3' }, null] }),
    ).toEqual({ title: '4,95', price_cents: 495, items: [{ price_cents: 300 }, null] })
    expect(read({ price_cents: 495, items: [{ price_cents: null }] })).toEqual({
      price_cents: 495,
      items: [{ price_cents: null }],
    })
    expect(read({ price_cents: '' })).toEqual({ price_cents: null })
  })

  test('are refused at their field if they can be read in two ways', () => {
    expect(problemsOf({ price_cents: '1,250', items: [{}, { price_cents: '4,9500' }] })).toEqual([
      { path: 'price_cents', label: 'Price', message: expect.stringContaining('1250.00') },
      { path: 'items.1.price_cents', label: 'Price', message: expect.stringContaining('4.95') },
    ])
  })

  test('in number fields without money are refused unless the whole text is a number', () => {
    expect(read({ abv: '4.2' })).toEqual({ abv: 4.2 })
    expect(problemsOf({ abv: '4,2' })).toMatchObject([{ path: 'abv' }])
  })
})
