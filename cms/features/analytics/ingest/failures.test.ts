import { expect, test } from 'vitest'
import { z } from 'zod'
import { isPermanent } from './failures.ts'

const withCode = (code: string) => Object.assign(new Error('of the database'), { code })

test.each([
  ['a value that a column refuses', withCode('22003'), true],
  [
    'an error that a refused value caused',
    new Error('Failed query', { cause: withCode('22003') }),
    true,
  ],
  ['a row that a schema refuses', z.string().safeParse(1).error, true],
  ['a mistake of the program', new TypeError('not a function'), true],
  ['a missing partition', withCode('23514'), false],
  ['a deadlock', withCode('40P01'), false],
  ['a closed connection', withCode('ECONNREFUSED'), false],
  ['a late answer', new Error('Query read timeout'), false],
])('the failure “%s” is permanent: %s', (_, error, expected) => {
  expect(isPermanent(error)).toBe(expected)
})
