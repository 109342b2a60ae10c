import { expect, test } from 'vitest'
import { sectionOf } from './rules.ts'

const now = new Date('2026-12-03T18:00:00Z')
const coming = {
  status: 'published',
  startsAt: new Date('2026-12-03T19:30:00Z'),
  endsAt: new Date('2026-12-03T23:00:00Z'),
} as const
const going = {
  status: 'going',
  isConfirmed: true,
  cancelledBy: null,
  inside: 0,
  date: coming,
} as const

test.each([
  ['going', {}],
  ['confirm', { status: 'held', isConfirmed: false }],
  ['confirm_late', { status: 'waitlisted', isConfirmed: false }],
  ['waitlisted', { status: 'waitlisted' }],
  ['offered', { status: 'offered' }],
  ['cancelled', { status: 'cancelled', cancelledBy: 'guest' }],
  ['cancelled', { status: 'cancelled', cancelledBy: 'organiser' }],
  ['expired', { status: 'cancelled', cancelledBy: 'expiry' }],
  ['date_cancelled', { status: 'cancelled', cancelledBy: 'event' }],
  ['date_cancelled', { date: { ...coming, status: 'cancelled' } }],
  ['postponed', { date: { ...coming, status: 'postponed' } }],
  ['postponed', { date: { ...coming, status: 'postponed', endsAt: now } }],
  ['offered', { status: 'offered', date: { ...coming, status: 'postponed' } }],
  ['on_now', { date: { ...coming, startsAt: now } }],
  ['inside', { status: 'attended', inside: 1 }],
  ['attended', { status: 'attended', inside: 1, date: { ...coming, endsAt: now } }],
  ['over', { date: { ...coming, endsAt: now } }],
  ['over', { status: 'no_show', date: { ...coming, status: 'ended' } }],
] as const)('the guest’s page shows the section “%s” for %j', (section, facts) => {
  expect(sectionOf({ ...going, ...facts }, now)).toBe(section)
})
