import { describe, expect, test } from 'vitest'
import { mailStates } from '../../platform/mail/rules.ts'
import { canDo, canWrite, letterActions, letterStates, slugOf, tallyOf } from './rules.ts'

test('the counts of a tally add up to its total', () => {
  const counts = Object.fromEntries(mailStates.map((state, index) => [state, 10 ** index]))
  const { total, ...parts } = tallyOf(counts)
  expect(total).toBe(Object.values(counts).reduce((sum, count) => sum + count, 0))
  expect(Object.values(parts).reduce((sum, count) => sum + count, 0)).toBe(total)
  expect(tallyOf({})).toMatchObject({ total: 0, queued: 0, sent: 0 })
})

test('held and sending mails count as queued, mails with an unknown outcome as failed', () => {
  expect(tallyOf({ queued: 1, sending: 2, held: 4, unknown: 8, failed: 16 })).toMatchObject({
    queued: 7,
    failed: 24,
    sent: 0,
    deferred: 0,
  })
})

test('mails kept in the mailbox do not count as sent', () => {
  expect(tallyOf({ sent: 2, kept: 3 })).toMatchObject({ sent: 2, kept: 3, total: 5 })
})

describe('a letter', () => {
  test.each(letterStates)('that is %s allows the actions of its state only', (state) => {
    const allowed = letterActions.filter((action) => canDo(action, state))
    expect(allowed).toEqual(
      {
        draft: ['schedule', 'send'],
        scheduled: ['schedule', 'unschedule', 'send'],
        sending: ['pause', 'cancel', 'again', 'show', 'hide'],
        paused: ['resume', 'cancel', 'show', 'hide'],
        sent: ['again', 'show', 'hide'],
        cancelled: ['show', 'hide'],
      }[state],
    )
    expect(canWrite(state)).toBe(state === 'draft')
  })

  test.each([
    ['What is on in June', 'what-is-on-in-june'],
    ['  Café & Bär: 2 für 1! ', 'cafe-bar-2-fur-1'],
    ['{name}, come!', 'come'],
    ['What’s on in December, {name|neighbour}: pies', 'whats-on-in-december-pies'],
    ["What's on", 'whats-on'],
    ['{name}', 'letter'],
    ['夏', 'letter'],
    ['', 'letter'],
    ['a'.repeat(120), 'a'.repeat(80)],
    [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  ])('with the subject %j has the slug %s', (subject, slug) => expect(slugOf(subject)).toBe(slug))
})
