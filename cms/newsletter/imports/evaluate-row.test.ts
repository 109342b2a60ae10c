import { describe, expect, test } from 'vitest'
import type { Texts } from '../csv/columns.ts'
import { type Contact, textsOfContact } from '../csv/contact.ts'
import { interests, type SubscriberState, subscriberStates } from '../rules.ts'
import { evaluateRow, type StoredAddress } from './evaluate-row.ts'

const now = new Date('2026-11-21T12:00:00Z')
const email = 'ada@venue.example'
const consent = { consent_at: '2026-01-02', consent_how: 'web form' }
const nobody: StoredAddress = { subscriber: null, suppressed: null }
const somebody = (state: SubscriberState, others: Partial<Contact> = {}): StoredAddress => ({
  ...nobody,
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
const come = (texts: Texts, known = nobody) =>
  evaluateRow({ email, ...texts }, known, { order: 'day/month', now }).verdict

describe('whoever is not known', () => {
  test.each<[string, Texts, string]>([
    ['joins where the list states a consent', consent, 'joins'],
    [
      'joins so also where it says that they are active',
      { ...consent, state: 'Subscribed' },
      'joins',
    ],
    ['is asked where it states none', {}, 'asks'],
    ['is asked where it only says that they are active', { state: 'active' }, 'asks'],
    ['is asked where they had not confirmed', { ...consent, state: 'unconfirmed' }, 'asks'],
    ['is noted where they want no letters', { ...consent, state: 'unsubscribed' }, 'noted'],
    ['is noted where mails came back', { state: 'cleaned' }, 'noted'],
    ['is rejected without an address', { email: 'ada' }, 'rejected'],
    [
      'is rejected with a consent in the future',
      { ...consent, consent_at: '2027-01-01' },
      'rejected',
    ],
    ['is rejected with a day that is none', { ...consent, birthday: '31/2' }, 'rejected'],
  ])('%s', (_, texts, verdict) => expect(come(texts)).toBe(verdict))

  test('but asked for everything to be deleted is rejected, whatever the list says', () => {
    const suppressed: StoredAddress = { ...nobody, suppressed: 'deleted' }
    for (const texts of [consent, {}, { state: 'active' }]) {
      expect(come(texts, suppressed)).toBe('rejected')
    }
  })

  test('but was asked before is not asked again, and joins with a consent', () => {
    const suppressed: StoredAddress = { ...nobody, suppressed: 'asked' }
    expect(come({}, suppressed)).toBe('rejected')
    expect(come(consent, suppressed)).toBe('joins')
  })
})

describe('whoever is known', () => {
  test('gets letters by no list that had left them, in whatever words it says so', () => {
    const claims: Texts[] = [
      {},
      consent,
      { state: 'active' },
      { ...consent, state: 'active' },
      { state: 'pending' },
    ]
    for (const state of ['unsubscribed', 'bounced', 'complained'] as const) {
      for (const texts of claims)
        expect(come({ ...texts, name: 'Eve' }, somebody(state))).toBe('rejected')
      expect(come({ ...consent, state: 'unsubscribed', name: 'Eve' }, somebody(state))).toBe('same')
    }
  })

  test('and has not confirmed yet joins with a consent, and is not asked a second time', () => {
    expect(come(consent, somebody('pending'))).toBe('joins')
    expect(come({}, somebody('pending'))).toBe('same')
    expect(come({ ...consent, state: 'pending' }, somebody('pending'))).toBe('same')
    expect(come(consent, { ...somebody('pending'), suppressed: 'deleted' })).toBe('rejected')
  })

  test('stops where the list says so, unless they have come back since', () => {
    expect(come({ state: 'unsubscribed' }, somebody('active'))).toBe('stops')
    expect(come({ state: 'unsubscribed', left_at: '2026-07-01' }, somebody('active'))).toBe('stops')
    expect(come({ state: 'unsubscribed', left_at: '2026-05-01' }, somebody('active'))).toBe('same')
  })

  test('changes by what the list says, not by what it leaves out', () => {
    const ada = somebody('active', {
      phone: '0114 496 0184',
      birthday: { day: 7, month: 11 },
      interests: ['Film & Cinema', 'Cooking Classes'],
    })
    expect(come({ name: '', phone: ' ', birthday: '', interests: '' }, ada)).toBe('same')
    expect(
      come({ name: ' Ada ', birthday: '07/11', interests: 'film & cinema, Cooking classes' }, ada),
    ).toBe('same')
    expect(come({ name: 'Countess' }, ada)).toBe('changes')
    expect(come({ interests: 'Film & Cinema' }, ada)).toBe('changes')
    expect(come({ birthday: '1994-11-08' }, ada)).toBe('changes')
    expect(come({ phone: 'twelve' }, ada)).toBe('rejected')
  })

  test('is the same by what an export says of them, whatever that is', () => {
    const strange: Partial<Contact>[] = [
      { name: '  spaces ', phone: 'call the desk', birthday: { day: 31, month: 2 } },
      { name: 'x'.repeat(500), interests: [...interests].reverse() },
      { name: null, pausedUntil: now, leftAt: now, joinedAt: now },
    ]
    for (const state of subscriberStates) {
      for (const others of strange) {
        const known = somebody(state, others)
        const texts = textsOfContact(known.subscriber as Contact, {
          at: now,
          how: 'form',
          wording: null,
        })
        expect(come(texts, known)).toBe('same')
      }
    }
  })
})
