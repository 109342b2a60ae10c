import { describe, expect, test } from 'vitest'
import type { CountReply, NudgeFields, NudgeProgress } from '../contract.ts'
import { nudgeProblems } from '../rules.ts'
import {
  describeAudience,
  describeCount,
  describeLink,
  describeMilestone,
  describeProgress,
  describeValidity,
} from './texts.ts'

const count: CountReply = { devices: 15, people: 12, capped: 0, quiet: 0 }

describe('the count of an audience', () => {
  test('says how many people and devices there are', () => {
    expect(describeCount(count, 'everyone')).toBe('Would go to 12 people on 15 devices.')
    expect(describeCount({ ...count, devices: 1, people: 1 }, 'members')).toBe(
      'Would go to one person on one device.',
    )
  })

  test('says who is left out and who gets it later', () => {
    expect(describeCount({ ...count, capped: 1, quiet: 3 }, 'everyone')).toBe(
      'Would go to 12 people on 15 devices. One more person had enough nudges lately and is left out. 3 of them have quiet hours now and get it afterwards, while it is valid.',
    )
  })

  test('without devices, only open windows show it', () => {
    const nobody = { ...count, devices: 0, people: 0 }
    expect(describeCount(nobody, 'everyone')).toBe(
      'No device would get it, only whoever has the site open.',
    )
    expect(describeCount(nobody, 'members')).toBe(
      'No device would get it, only members who have the site open.',
    )
  })
})

test.each([
  ['/beer', 'A click opens /beer on the site.', false],
  ['https://book.venue.example/a?b=c', 'A click opens book.venue.example in a new tab.', false],
  ['http://book.venue.example', nudgeProblems.link, true],
  ['javascript:alert(1)', nudgeProblems.link, true],
  ['//evil.example', nudgeProblems.link, true],
])('the link %s: %s', (link, text, isProblem) =>
  expect(describeLink(link)).toEqual({ text, isProblem }),
)

test('no link is described while none is typed', () => expect(describeLink('  ')).toBeNull())

test.each([
  [5, '5 minutes'],
  [60, '1 hour'],
  [90, '90 minutes'],
  [1440, '24 hours'],
])('a validity of %i minutes: %s', (minutes, text) => expect(describeValidity(minutes)).toBe(text))

test('an audience of interests names them', () => {
  const fields = { audience: 'interests', interests: ['Film & Cinema', 'Cooking Classes'] }
  expect(describeAudience(fields as NudgeFields)).toBe(
    'Interested in Film & Cinema, Cooking Classes',
  )
})

const now = new Date('2026-11-21T15:00:00Z')
const clocks = { timeZone: 'Europe/London', ownZone: 'Europe/London', now }
const progress: NudgeProgress = {
  id: 1,
  state: 'sending',
  updatedAt: '2026-11-21T15:00:00.000Z',
  at: null,
  sentAt: '2026-11-21T15:00:00.000Z',
  devices: 8,
  people: 7,
  queued: 5,
  sent: 3,
  accepted: 3,
  received: 2,
  shown: 2,
  clicked: 1,
  gone: 0,
  failed: 0,
  expired: 0,
  unknown: 0,
  skipped: 0,
  unsubscribed: 0,
}

test.each<[string, Partial<NudgeProgress>, string]>([
  ['a draft', { state: 'draft' }, 'A draft. Nobody gets it.'],
  [
    'a scheduled one',
    { state: 'scheduled', at: '2026-11-21T18:05:00Z' },
    'Goes out on Saturday, 21 November 2026 at 18:05 (Europe/London), in 3 hours and 5 minutes.',
  ],
  ['one being sent', {}, '3 of 8 devices are done.'],
  ['one that was sent', { state: 'sent' }, '3 of 8 devices have it; 1 clicked.'],
  [
    'one without clicks',
    { state: 'sent', accepted: 1, clicked: 0 },
    '1 of 8 devices has it; nobody clicked yet.',
  ],
  [
    'one without devices',
    { state: 'sent', devices: 0 },
    'Went out to open windows of the site; no device got it.',
  ],
  [
    'one cancelled without devices',
    { state: 'cancelled', devices: 0 },
    'Cancelled. Nobody else gets it.',
  ],
  [
    'one cancelled while it was sent',
    { state: 'cancelled' },
    'Cancelled: 3 of 8 devices have it, nobody else gets it.',
  ],
])('the progress of %s', (_, changes, text) =>
  expect(describeProgress({ ...progress, ...changes }, clocks)).toBe(text),
)

test('each quarter is announced once', () => {
  const announced = [8, 7, 6, 5, 4, 0].map((queued) => describeMilestone({ ...progress, queued }))
  expect([...new Set(announced)]).toEqual([
    'The nudge is on its way.',
    '25 per cent are done.',
    '50 per cent are done.',
    '100 per cent are done.',
  ])
  expect(describeMilestone({ ...progress, state: 'sent' })).toBe('The nudge is sent.')
})
