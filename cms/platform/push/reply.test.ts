import { expect, test } from 'vitest'
import type { PushResult } from './contract.ts'
import { parseRetryAfter, resultOf } from './reply.ts'

const now = new Date('2026-05-01T18:05:00Z')
const day = 24 * 60 * 60_000

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Fri, 01 May 2026 18:06:30 GMT', 90_000],
  ['Fri, 01 May 2026 18:00:00 GMT', 0],
  ['999999999999', day],
  ['9'.repeat(400), day],
  ['Fri, 01 May 2099 18:00:00 GMT', day],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['Sometime', null],
  ['', null],
  [undefined, null],
])('the Retry-After header %j means a delay of %j ms', (header, ms) =>
  expect(parseRetryAfter(header, now)).toBe(ms),
)

const later = (afterMs: number | null): PushResult => ({
  kind: 'later',
  afterMs,
  isAnswered: true,
})
test.each<[number, string | undefined, PushResult]>([
  [200, undefined, { kind: 'accepted' }],
  [201, undefined, { kind: 'accepted' }],
  [202, undefined, { kind: 'accepted' }],
  [404, undefined, { kind: 'gone' }],
  [410, undefined, { kind: 'gone' }],
  [413, undefined, { kind: 'too_large' }],
  [429, '30', later(30_000)],
  [429, undefined, later(null)],
  [408, undefined, later(null)],
  [500, undefined, later(null)],
  [503, '7', later(7000)],
  [301, undefined, { kind: 'refused', status: 301 }],
  [307, '5', { kind: 'refused', status: 307 }],
  [400, undefined, { kind: 'refused', status: 400 }],
  [401, undefined, { kind: 'refused', status: 401 }],
  [403, undefined, { kind: 'refused', status: 403 }],
])(
  'a reply with the status %i and Retry-After %j has the result %j',
  (status, retryAfter, result) => {
    expect(resultOf({ status, retryAfter }, now)).toEqual(result)
  },
)
