import { expect, test } from 'vitest'
import { maxTries, settlementAfter } from './rules.ts'

const options = { tries: 0, backOffMs: 30_000, leftMs: 3_600_000 }

test.each([
  ['accepted', { kind: 'accepted' }, { state: 'accepted' }],
  ['gone', { kind: 'gone' }, { state: 'gone' }],
  ['too large', { kind: 'too_large' }, { state: 'failed', reason: 'too large' }],
  ['refused', { kind: 'refused', status: 403 }, { state: 'failed', reason: 'status 403' }],
  ['not sent', { kind: 'refused', status: null }, { state: 'failed', reason: 'not sent' }],
  [
    'unavailable for a minute',
    { kind: 'later', afterMs: 60_000 },
    { state: 'queued', waitMs: 60_000 },
  ],
  ['unavailable', { kind: 'later', afterMs: null }, { state: 'queued', waitMs: 30_000 }],
] as const)(
  'the result “%s” of sending leads to the expected state of the delivery',
  (_, outcome, expected) => {
    expect(settlementAfter(outcome, options)).toMatchObject({ ...expected, countsTry: true })
  },
)

test('a delivery is not retried when the nudge expires before the retry', () => {
  const outcome = { kind: 'later', afterMs: 60_000 } as const
  expect(settlementAfter(outcome, { ...options, leftMs: 60_000 }).state).toBe('expired')
})

test('a delivery fails after its last attempt', () => {
  const outcome = { kind: 'later', afterMs: null } as const
  expect(settlementAfter(outcome, { ...options, tries: maxTries - 2 }).state).toBe('queued')
  expect(settlementAfter(outcome, { ...options, tries: maxTries - 1 }).state).toBe('failed')
})
