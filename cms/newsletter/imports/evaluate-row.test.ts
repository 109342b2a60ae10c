import { describe, expect, test } from 'vitest'
import type { CellTexts } from '../csv/columns.ts'
import { type Contact, textsOfContact } from '../csv/contact.ts'
import { interests, type SubscriberState, subscriberStates } from '../rules.ts'
import { evaluateRow, type StoredAddress } from './evaluate-row.ts'

const now = new Date('2026-11-21T12:00:00Z')
const email = 'ada@venue.example'
const consent = { consent_at: '2026-01-02', consent_how: 'web form' }
const unknown: StoredAddress = { subscriber: null, suppressed: null }
const subscriberIn = (state: SubscriberState, others: Partial<Contact> = {}): StoredAddress => ({
  ...unknown,
  subscriber: {
    confirmedAt: new Date('2026-06-01T00:00:00Z'),
    email,
    name: 'Ada',
    phone: null,
    birthday: null,
    interests: [],
    state,
    joinedAt: null,
    leftAt: null,
    pausedUntil: null,
    ...others,
  },
})
const verdictOf = (texts: CellTexts, known = unknown) =>
  evaluateRow({ email, ...texts }, known, { order: 'day/month', now }).verdict

describe('an unknown address', () => {
  test.each<[string, CellTexts, string]>([
    ['joins with a stated consent', consent, 'joins'],
    [
      'joins with a stated consent and an active state',
      { ...consent, state: 'Subscribed' },
      'joins',
    ],
    ['is asked for consent if the list states none', {}, 'asks'],
    ['is asked for consent if the list states only an active state', { state: 'active' }, 'asks'],
    ['is asked if the list says unconfirmed', { ...consent, state: 'unconfirmed' }, 'asks'],
    ['is noted if the list says unsubscribed', { ...consent, state: 'unsubscribed' }, 'noted'],
    ['is noted if the list says bounced', { state: 'cleaned' }, 'noted'],
    ['is rejected without a valid address', { email: 'ada' }, 'rejected'],
    [
      'is rejected with a consent in the future',
      { ...consent, consent_at: '2027-01-01' },
      'rejected',
    ],
    ['is rejected with an impossible date', { ...consent, birthday: '31/2' }, 'rejected'],
  ])('%s', (_, texts, verdict) => expect(verdictOf(texts)).toBe(verdict))

  test('that was deleted is always rejected', () => {
    const suppressed: StoredAddress = { ...unknown, suppressed: 'deleted' }
    for (const texts of [consent, {}, { state: 'active' }]) {
      expect(verdictOf(texts, suppressed)).toBe('rejected')
    }
  })

  test('that was already asked for consent joins if the list states consent, and is rejected otherwise', () => {
    const suppressed: StoredAddress = { ...unknown, suppressed: 'asked' }
    expect(verdictOf({}, suppressed)).toBe('rejected')
    expect(verdictOf(consent, suppressed)).toBe('joins')
  })
})

describe('a known subscriber', () => {
  test('who has left is not reactivated by any list', () => {
    const rows: CellTexts[] = [
      {},
      consent,
      { state: 'active' },
      { ...consent, state: 'active' },
      { state: 'pending' },
    ]
    for (const state of ['unsubscribed', 'bounced', 'complained'] as const) {
      for (const texts of rows)
        expect(verdictOf({ ...texts, name: 'Eve' }, subscriberIn(state))).toBe('rejected')
      expect(
        verdictOf({ ...consent, state: 'unsubscribed', name: 'Eve' }, subscriberIn(state)),
      ).toBe('same')
    }
  })

  test('who is pending joins with a consent, and is not asked again without one', () => {
    expect(verdictOf(consent, subscriberIn('pending'))).toBe('joins')
    expect(verdictOf({}, subscriberIn('pending'))).toBe('same')
    expect(verdictOf({ ...consent, state: 'pending' }, subscriberIn('pending'))).toBe('same')
    expect(verdictOf(consent, { ...subscriberIn('pending'), suppressed: 'deleted' })).toBe(
      'rejected',
    )
  })

  test('who has left according to the list is stopped, unless they joined again later', () => {
    expect(verdictOf({ state: 'unsubscribed' }, subscriberIn('active'))).toBe('stops')
    expect(
      verdictOf({ state: 'unsubscribed', left_at: '2026-07-01' }, subscriberIn('active')),
    ).toBe('stops')
    expect(
      verdictOf({ state: 'unsubscribed', left_at: '2026-05-01' }, subscriberIn('active')),
    ).toBe('same')
  })

  test('is changed by filled cells, but not by empty cells', () => {
    const ada = subscriberIn('active', {
      phone: '0114 496 0184',
      birthday: { day: 7, month: 11 },
      interests: ['Film & Cinema', 'Cooking Classes'],
    })
    expect(verdictOf({ name: '', phone: ' ', birthday: '', interests: '' }, ada)).toBe('same')
    expect(
      verdictOf(
        { name: ' Ada ', birthday: '07/11', interests: 'film & cinema, Cooking classes' },
        ada,
      ),
    ).toBe('same')
    expect(verdictOf({ name: 'Countess' }, ada)).toBe('changes')
    expect(verdictOf({ interests: 'Film & Cinema' }, ada)).toBe('changes')
    expect(verdictOf({ birthday: '1994-11-08' }, ada)).toBe('changes')
    expect(verdictOf({ phone: 'twelve' }, ada)).toBe('rejected')
  })

  test('is not changed if the row of an export is imported again', () => {
    const strange: Partial<Contact>[] = [
      { name: '  spaces ', phone: 'call the desk', birthday: { day: 31, month: 2 } },
      { name: 'x'.repeat(500), interests: [...interests].reverse() },
      { name: null, pausedUntil: now, leftAt: now, joinedAt: now },
    ]
    for (const state of subscriberStates) {
      for (const others of strange) {
        const known = subscriberIn(state, others)
        const texts = textsOfContact(known.subscriber as Contact, {
          at: now,
          how: 'form',
          wording: null,
        })
        expect(verdictOf(texts, known)).toBe('same')
      }
    }
  })
})
