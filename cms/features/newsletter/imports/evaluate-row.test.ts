import { describe, expect, test } from 'vitest'
import type { CellTexts, RowTexts } from '../csv/columns.ts'
import { type Contact, textsOfContact } from '../csv/contact.ts'
import { interests, pauseMs, type SubscriberState, subscriberStates } from '../rules.ts'
import {
  type EvaluationOptions,
  evaluateRow,
  nameStaysMessage,
  type RowOutcome,
  type StoredAddress,
} from './evaluate-row.ts'

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
const evaluate = (
  texts: RowTexts,
  known = unknown,
  options: Partial<EvaluationOptions> = {},
): RowOutcome => evaluateRow({ email, ...texts }, known, { order: 'day/month', now, ...options })
const verdictOf = (...args: Parameters<typeof evaluate>) => evaluate(...args).verdict

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
    ['is asked if the consent is in the future', { ...consent, consent_at: '2027-01-01' }, 'asks'],
    [
      'is asked if the time of the consent can’t be read',
      { ...consent, consent_at: 'May' },
      'asks',
    ],
    ['joins without an impossible date', { ...consent, birthday: '31/2' }, 'joins'],
    ['is rejected if its state can’t be read', { ...consent, state: 'asleep' }, 'rejected'],
    [
      'is noted if it has a time of leaving',
      { ...consent, state: 'active', left_at: '2020-01-02' },
      'noted',
    ],
    ['is noted if its time of leaving can’t be read', { ...consent, left_at: 'in May' }, 'noted'],
    [
      'is noted whatever else can’t be read',
      { state: 'unsubscribed', birthday: 'x', phone: '1', joined_at: 'y', consent_at: 'z' },
      'noted',
    ],
  ])('%s', (_, texts, verdict) => expect(verdictOf(texts)).toBe(verdict))

  test('keeps what can be read, and reports what can’t', () => {
    const outcome = evaluate({
      ...consent,
      phone: '4.47E+11',
      birthday: '31/2',
      interests: 'Golf; Film & Cinema',
      name: 'Ada',
      joined_at: 'May',
      paused_until: 'soon',
    })
    expect(outcome).toMatchObject({
      verdict: 'joins',
      details: { name: 'Ada', interests: ['Film & Cinema'] },
      // Whoever has paused gets no letters at once.
      moments: { pausedUntil: new Date(now.getTime() + pauseMs) },
    })
    expect(outcome.omitted.map(({ cell }) => cell)).toEqual([
      'phone “4.47E+11”',
      'birthday “31/2”',
      'interests “Golf”',
      'joined_at “May”',
      'paused_until “soon”',
    ])
  })

  test('joins with the consent that staff state for the list, unless it is pending or has left', () => {
    const at = new Date('2026-05-01T00:00:00Z')
    const stated = { consent: { at, how: 'sign-up form' } }
    expect(evaluate({}, unknown, stated)).toMatchObject({
      verdict: 'joins',
      consent: { at, how: 'sign-up form', wording: null },
    })
    expect(evaluate(consent, unknown, stated)).toMatchObject({ consent: { how: 'web form' } })
    expect(verdictOf({ state: 'unconfirmed' }, unknown, stated)).toBe('asks')
    expect(verdictOf({ state: 'cleaned' }, unknown, stated)).toBe('noted')
    expect(verdictOf({}, { ...unknown, suppressed: 'deleted' }, stated)).toBe('rejected')
    expect(verdictOf({}, subscriberIn('unsubscribed'), stated)).toBe('rejected')
  })

  test('joins at the time in the chosen column if staff state the consent so', () => {
    const confirmed = { consent: { at: 'consent_at' as const, how: 'double opt-in' } }
    expect(evaluate({ consent_at: '2026-01-02' }, unknown, confirmed)).toMatchObject({
      verdict: 'joins',
      consent: { at: new Date('2026-01-02T00:00:00Z'), how: 'double opt-in' },
    })
    for (const consent_at of ['', 'May', '2027-01-01'])
      expect(verdictOf({ consent_at }, unknown, confirmed)).toBe('asks')
    const joined = { consent: { at: 'joined_at' as const, how: 'signed up' } }
    const joined_at = '2026-01-02'
    expect(verdictOf({ joined_at, state: 'true' }, unknown, joined)).toBe('joins')
    expect(verdictOf({ joined_at }, unknown, joined)).toBe('joins')
    expect(verdictOf({ joined_at, state: '-' }, unknown, joined)).toBe('asks')
  })

  test('is noted if staff say that everybody on the list has left', () => {
    expect(verdictOf(consent, unknown, { leavers: true })).toBe('noted')
    expect(verdictOf(consent, subscriberIn('active'), { leavers: true })).toBe('stops')
  })

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
    expect(verdictOf({ interests: 'Film & Cinema' }, ada)).toBe('changes')
    expect(verdictOf({ birthday: '1994-11-08' }, ada)).toBe('changes')
    expect(evaluate({ phone: 'twelve', birthday: '8/11' }, ada)).toMatchObject({
      verdict: 'changes',
      details: { birthday: { day: 8, month: 11 } },
      omitted: [{ cell: 'phone “twelve”' }],
    })
  })

  test('keeps the name, unless staff take the names of the list', () => {
    const kept = evaluate({ name: 'Countess' }, subscriberIn('active'))
    const omitted = [{ reason: nameStaysMessage, cell: 'name “Countess”' }]
    expect(kept).toMatchObject({ verdict: 'same', omitted })
    const renamed = evaluate({ name: 'Countess' }, subscriberIn('active'), { renames: true })
    expect(renamed).toMatchObject({ verdict: 'changes', details: { name: 'Countess' } })
    expect(verdictOf({ name: 'Countess' }, subscriberIn('active', { name: null }))).toBe('changes')
    expect(evaluate({ ...consent, name: 'Eve' }, subscriberIn('pending'))).toMatchObject({
      verdict: 'joins',
      details: {},
      omitted: [{ reason: nameStaysMessage }],
    })
  })

  test('is not changed by what a spreadsheet made of an export', () => {
    const ada = subscriberIn('active', {
      phone: '01144 960184',
      birthday: { day: 7, month: 1 },
    })
    expect(verdictOf({ phone: '1144960184', birthday: '07-Jan' }, ada)).toBe('same')
    expect(verdictOf({ phone: '1144960185' }, ada)).toBe('changes')
    const plus = subscriberIn('active', { phone: '+44 114 496 0184' })
    expect(verdictOf({ phone: '441144960184' }, plus)).toBe('same')
    expect(evaluate({ phone: '4.41145E+11' }, plus)).toMatchObject({
      verdict: 'same',
      omitted: [{ cell: 'phone “4.41145E+11”' }],
    })
  })

  test('stops with any sign of leaving, whatever else the row contains', () => {
    const rows: RowTexts[] = [
      { state: 'unsubscribed', birthday: '31/02', phone: 'x' },
      { state: 'active', left_at: 'in May' },
      { ...consent, signs: [{ column: 'unsubscribed', text: 'NORMAL' }] },
      { state: 'asleep', signs: [{ column: 'bounced', text: '1' }] },
    ]
    for (const texts of rows) {
      expect(evaluate(texts, subscriberIn('active'))).toMatchObject({
        verdict: 'stops',
        leaves: true,
      })
      expect(evaluate(texts)).toMatchObject({ verdict: 'noted', leaves: true })
      expect(verdictOf(texts, subscriberIn('pending'))).toBe('same')
    }
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
