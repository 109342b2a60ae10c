import { expect, test } from 'vitest'
import { costOf, sectionOf } from './rules.ts'

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
  heldUntil: null,
  subject: coming,
} as const

test.each([
  ['going', {}],
  ['confirm', { status: 'held', isConfirmed: false }],
  ['confirm', { status: 'held', isConfirmed: false, heldUntil: now }],
  ['pay', { status: 'held', heldUntil: coming.startsAt }],
  ['expired', { status: 'held', heldUntil: now }],
  ['confirm_late', { status: 'waitlisted', isConfirmed: false }],
  ['waitlisted', { status: 'waitlisted' }],
  ['offered', { status: 'offered' }],
  ['cancelled', { status: 'cancelled', cancelledBy: 'guest' }],
  ['cancelled', { status: 'cancelled', cancelledBy: 'organiser' }],
  ['expired', { status: 'cancelled', cancelledBy: 'expiry' }],
  ['date_cancelled', { status: 'cancelled', cancelledBy: 'event' }],
  ['date_cancelled', { subject: { ...coming, status: 'cancelled' } }],
  ['postponed', { subject: { ...coming, status: 'postponed' } }],
  ['postponed', { subject: { ...coming, status: 'postponed', endsAt: now } }],
  ['offered', { status: 'offered', subject: { ...coming, status: 'postponed' } }],
  ['on_now', { subject: { ...coming, startsAt: now } }],
  ['inside', { status: 'attended', inside: 1 }],
  ['attended', { status: 'attended', inside: 1, subject: { ...coming, endsAt: now } }],
  ['over', { subject: { ...coming, endsAt: now } }],
  ['over', { status: 'no_show', subject: { ...coming, status: 'ended' } }],
] as const)('the guest’s page shows the section “%s” for %j', (section, facts) => {
  expect(sectionOf({ ...going, ...facts }, now)).toBe(section)
})

const paid = { payment: 'credit', priceCents: 15_00, memberPriceCents: 12_00 } as const
const free = { payment: 'free', priceCents: 0, memberPriceCents: 0 } as const
test.each([
  ['a guest of a free event', free, 2, false, { key: 'cost_free', cents: 0 }],
  ['a guest of an event that takes credit', paid, 2, false, { key: 'cost_bar', cents: 30_00 }],
  ['a member of an event that takes credit', paid, 2, true, { key: 'cost_credit', cents: 24_00 }],
  [
    'a member who pays at the bar',
    { ...paid, payment: 'door' },
    1,
    true,
    { key: 'cost_bar', cents: 12_00 },
  ],
  [
    'a member for whom it is free',
    { ...paid, memberPriceCents: 0 },
    3,
    true,
    { key: 'cost_free', cents: 0 },
  ],
  ['a party that just fits', paid, 4, true, { key: 'cost_credit', cents: 48_00 }],
  ['a party that does not fit', paid, 5, true, { key: 'cost_waits', cents: 60_00 }],
  [
    'a guest of an event that is paid by card',
    { ...paid, payment: 'card' },
    2,
    false,
    { key: 'cost_card', cents: 30_00 },
  ],
  [
    'a member of an event that is paid by card',
    { ...paid, payment: 'card' },
    2,
    true,
    { key: 'cost_card', cents: 24_00 },
  ],
  [
    'a party that does not fit, of a free event',
    free,
    5,
    false,
    { key: 'cost_waits_free', cents: 0 },
  ],
] as const)('before reserving, %s reads what it costs', (_, price, party, isMember, cost) => {
  const date = { capacity: 20, taken: 16, maxParty: 6, ...price }
  expect(costOf(date, { party, isMember, takesCards: true })).toEqual(cost)
})

test('where no cards are taken, an event that is paid by card is paid at the bar', () => {
  const date = { ...paid, payment: 'card', capacity: null, taken: 0, maxParty: 6 } as const
  const who = { party: 1, isMember: false, takesCards: false }
  expect(costOf(date, who)).toEqual({ key: 'cost_bar', cents: 15_00 })
})
