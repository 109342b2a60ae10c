import { describe, expect, test } from 'vitest'
import type { LetterProgress } from '../contract.ts'
import {
  countDone,
  describeAudience,
  describeDelivered,
  describeDuration,
  describeMilestone,
  describePlan,
  describeProgress,
  describeRecipients,
  describeTime,
} from './texts.ts'

test.each([
  [1204, 1530, 'Would go to 1,204 of 1,530 who get letters.'],
  [1530, 1530, 'Would go to all 1,530 who get letters.'],
  [1, 1, 'Would go to the one reader there is.'],
  [0, 1530, 'Would go to nobody of the 1,530 who get letters. Choose other readers.'],
  [0, 0, 'Nobody gets letters yet.'],
])('an audience of %i of %i readers is described as: %s', (count, of, said) =>
  expect(describeAudience({ count, of })).toBe(said),
)

test('the recipients of a letter are described by their number and the total', () => {
  expect(describeRecipients({ count: 1204, of: 1530 })).toBe('1,204 of 1,530 who get letters')
  expect(describeRecipients({ count: 1530, of: 1530 })).toBe('all 1,530 who get letters')
  expect(describeRecipients({ count: 1, of: 1 })).toBe('the one reader there is')
})

test.each([
  [0, 'less than a minute'],
  [59_999, 'less than a minute'],
  [60_000, '1 minute'],
  [59 * 60_000, '59 minutes'],
  [130 * 60_000, '2 hours and 10 minutes'],
  [2 * 3_600_000, '2 hours'],
  [86_400_000 + 3_600_000, '1 day and 1 hour'],
  [30 * 86_400_000 + 59_000, '30 days'],
])('%i ms are described as %s', (ms, said) => expect(describeDuration(ms)).toBe(said))

const now = new Date('2026-11-21T15:00:00Z')
const home = { timeZone: 'Europe/London', ownZone: 'Europe/London', now }
const abroad = { ...home, ownZone: 'Europe/Berlin' }

describe('a chosen time', () => {
  test('is described in the venue’s time zone, with the time left', () => {
    expect(describePlan('2026-11-21T17:00', home)).toEqual({
      words: 'Saturday, 21 November 2026 at 17:00 (Europe/London), in 2 hours.',
      isProblem: false,
    })
  })

  test('is also described in the browser’s time zone if it differs', () => {
    expect(describeTime(new Date('2026-11-21T17:00:00Z'), abroad)).toBe(
      'Saturday, 21 November 2026 at 17:00 (Europe/London), in 2 hours. On your clock that is Saturday, 21 November 2026 at 18:00.',
    )
  })

  test('at a clock change is described with a remark about the change', () => {
    const spring = describePlan('2027-03-28T01:30', home)
    expect(spring?.words).toMatch(/at 02:30 .* go forward/)
    expect(describePlan('2027-10-31T01:30', home)?.words).toMatch(/at 01:30 .* go back/)
  })

  test('that is invalid or past is a problem', () => {
    expect(describePlan('', home)).toBeNull()
    expect(describePlan('2026-02-30T10:00', home)).toMatchObject({ isProblem: true })
    expect(describePlan('2026-11-21T15:00', home)).toMatchObject({ isProblem: true })
    expect(describePlan('2026-11-21T15:00', home)?.words).toContain('passed')
  })
})

const progress: LetterProgress = {
  id: 1,
  state: 'sending',
  updatedAt: '',
  sendAt: null,
  startedAt: '',
  finishedAt: null,
  total: 1200,
  queued: 700,
  sent: 450,
  deferred: 20,
  bounced: 20,
  failed: 8,
  cancelled: 2,
  kept: 0,
  delivered: 450,
  unsubscribed: 1,
  complained: 0,
  retriable: 0,
  links: [],
  trouble: null,
}

test('countDone() counts the mails in final states', () => expect(countDone(progress)).toBe(480))

test.each([
  ['sending', '480 of 1,200 readers are done.'],
  ['paused', 'Paused: 450 of 1,200 readers have it, the others wait.'],
  ['sent', 'Went out to 450 of 1,200 readers.'],
  ['cancelled', 'Cancelled: 450 of 1,200 readers have it, nobody else gets it.'],
  ['draft', 'A draft. It goes out to nobody.'],
] as const)('the progress of a letter in the state %s is described as: %s', (state, said) => {
  expect(describeProgress({ ...progress, state }, home)).toBe(said)
})

test('the progress of a letter sent to all readers says “all”', () => {
  const whole = { ...progress, state: 'sent' as const, sent: 1200 }
  expect(describeProgress(whole, home)).toBe('Went out to all 1,200 readers.')
  expect(describeProgress({ ...whole, total: 0, sent: 0 }, home)).toBe(
    'It is in the archive. Nobody got it by mail.',
  )
})

test('mails kept in the mailbox are described as not sent', () => {
  const kept = { ...progress, state: 'sent' as const, sent: 0, kept: 1200 }
  expect(describeProgress(kept, home)).toBe('It stayed in the mailbox here: nobody has it.')
  expect(describeProgress({ ...kept, sent: 450, kept: 750 }, home)).toBe(
    'Went out to 450 of 1,200 readers. 750 stayed in the mailbox here.',
  )
})

test.each([
  [1, 1, 'its one reader has it'],
  [1, 0, 'its one reader doesn’t have it'],
  [2, 1, '1 of 2 readers has it'],
  [2, 0, '0 of 2 readers have it'],
])('of %i readers, %i got the letter: the description is “%s”', (total, sent, said) =>
  expect(describeDelivered({ total, sent })).toBe(said),
)

test('the progress of a scheduled letter says when it will be sent', () => {
  const planned = { ...progress, state: 'scheduled' as const, sendAt: '2026-11-22T17:00:00.000Z' }
  expect(describeProgress(planned, home)).toBe(
    'Goes out on Sunday, 22 November 2026 at 17:00 (Europe/London), in 1 day and 2 hours.',
  )
})

test('progress is announced at every 25 per cent', () => {
  const said = Array.from({ length: 1201 }, (_, queued) =>
    describeMilestone({ ...progress, deferred: 0, queued: 1200 - queued }),
  )
  expect([...new Set(said)]).toEqual([
    'The letter is on its way.',
    '25 per cent are done.',
    '50 per cent are done.',
    '75 per cent are done.',
    '100 per cent are done.',
  ])
  expect(describeMilestone({ ...progress, state: 'sent' })).toBe(
    'Done: 450 of 1,200 readers have it.',
  )
  expect(describeMilestone({ ...progress, total: 0 })).toBe('')
  expect(describeMilestone(null)).toBe('')
})
