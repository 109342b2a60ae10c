import { expect, test } from 'vitest'
import type { NudgeProgress } from '../contract.ts'
import { nudgeProblems } from '../rules.ts'
import {
  describeLink,
  describeMilestone,
  describeMissed,
  describeProgress,
  describeValidity,
  describeWay,
  describeWhen,
  describeWindows,
  pollIntervalMs,
} from './texts.ts'

test.each([
  ['/beer', 'A click opens /beer on the site.', false],
  ['https://book.venue.example/a?b=c', 'A click opens book.venue.example in a new tab.', false],
  ['http://book.venue.example', nudgeProblems.link, true],
  ['javascript:alert(1)', nudgeProblems.link, true],
  ['//evil.example', nudgeProblems.link, true],
])('the link “%s” is described as “%s”', (link, text, isProblem) =>
  expect(describeLink(link)).toEqual({ text, isProblem }),
)

test('a blank link has no description', () => expect(describeLink('  ')).toBeNull())

test.each([
  [5, '5 minutes'],
  [60, '1 hour'],
  [90, '90 minutes'],
  [1440, '24 hours'],
])('a validity of %i minutes is described as “%s”', (minutes, text) =>
  expect(describeValidity(minutes)).toBe(text),
)

const now = new Date('2026-11-21T15:00:00Z')
const clocks = { timeZone: 'Europe/London', ownZone: 'Europe/London', now }
const progress: NudgeProgress = {
  id: 1,
  state: 'sending',
  updatedAt: '2026-11-21T15:00:00.000Z',
  at: null,
  sentAt: '2026-11-21T15:00:00.000Z',
  inSlot: false,
  missedAt: null,
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
  cancelled: 0,
  unsubscribed: 0,
  window_views: 0,
  window_clicks: 0,
}

test.each<[string, Partial<NudgeProgress>, string]>([
  ['a draft', { state: 'draft' }, 'A draft. Nobody gets it.'],
  [
    'a scheduled one',
    { state: 'scheduled', at: '2026-11-21T18:05:00Z' },
    'Goes out on Saturday, 21 November 2026 at 18:05 (Europe/London), in 3 hours and 5 minutes.',
  ],
  ['one being sent', {}, '3 of 8 devices are done.'],
  [
    'one being sent without devices',
    { devices: 0, inSlot: true },
    'Goes out to open windows of the site; no device gets it.',
  ],
  [
    'one being sent to one device',
    { devices: 1, queued: 1 },
    'It is on its way to its one device.',
  ],
  [
    'one being sent to one device by time slot',
    { devices: 1, queued: 1, inSlot: true },
    'Goes to its one device in the person’s time slot.',
  ],
  [
    'one being sent by time slot',
    { inSlot: true },
    '3 of 8 devices are done, each in its person’s time slot.',
  ],
  ['one that was sent', { state: 'sent' }, '3 of 8 devices have it; 1 clicked.'],
  [
    'one without clicks',
    { state: 'sent', accepted: 1, clicked: 0 },
    '1 of 8 devices has it; nobody clicked on a device yet.',
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
])('the progress of a nudge (%s) is described in words', (_, changes, text) =>
  expect(describeProgress({ ...progress, ...changes }, clocks)).toBe(text),
)

test.each([
  [{ state: 'draft' }, 'Written', '3'],
  [{ state: 'draft', missed_at: '4' }, 'Was missed', '4'],
  [{ state: 'scheduled', at: '1' }, 'Goes out', '1'],
  [{ state: 'sending', sent_at: '2' }, 'Sending since', '2'],
  [{ state: 'sending', sent_at: '2', in_slot: true }, 'By time slot, since', '2'],
  [{ state: 'sent', sent_at: '2' }, 'Went out', '2'],
  [{ state: 'sent', sent_at: '2', in_slot: true }, 'By time slot, from', '2'],
  [{ state: 'cancelled', sent_at: '2', in_slot: true }, 'Cancelled', '3'],
] as const)('the list of nudges describes %j as “%s”', (nudge, words, moment) =>
  expect(describeWhen({ ...nudge, updatedAt: '3' })).toEqual([words, moment]),
)

test('progress is announced once per quarter of the devices, and when the nudge has been sent', () => {
  const announced = [8, 7, 6, 5, 4, 0].map((queued) => describeMilestone({ ...progress, queued }))
  expect([...new Set(announced)]).toEqual([
    'The nudge is on its way.',
    '25 per cent are done.',
    '50 per cent are done.',
    '100 per cent are done.',
  ])
  expect(describeMilestone({ ...progress, state: 'sent' })).toBe('The nudge is sent.')
})

test('the progress of a nudge in time slots is requested less often after the first minute', () => {
  const [sentAt, soon, later] = ['18:00', '18:01', '18:02'].map((at) => `2026-11-21T${at}:00Z`)
  const interval = (inSlot: boolean, now = '') =>
    pollIntervalMs('sending', { inSlot, sentAt: sentAt ?? null }, new Date(now))
  expect([interval(true, soon), interval(false, later)]).toEqual([2000, 2000])
  expect(interval(true, later)).toBe(30_000)
  expect(pollIntervalMs('draft', null, new Date())).toBe(30_000)
})

test('views and clicks in open windows are described only if a window has shown the nudge', () => {
  expect(describeWindows(progress)).toBeNull()
  expect(describeWindows({ ...progress, window_views: 1200, window_clicks: 3 })).toBe(
    'In open windows: 1,200 saw it, 3 clicked.',
  )
})

test('the text about a missed nudge says when the nudge should have been sent', () =>
  expect(describeMissed('2026-07-21T17:05:00.000Z', clocks)).toBe(
    'It was to go out on Tuesday, 21 July 2026 at 18:05, but nothing ran then, or those it is for no longer exist. Nobody got it.',
  ))

test('the description of how a nudge is sent mentions time slots only if it is sent in time slots', () => {
  expect(describeWay(false)).toBe('at once')
  expect(describeWay(true)).toContain('when a time slot that they prefer begins')
})
