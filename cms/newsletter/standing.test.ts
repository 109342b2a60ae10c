import { describe, expect, test } from 'vitest'
import { standingAfter, type Told } from './standing.ts'

describe('what is told of somebody’s mails', () => {
  const minute = (minutes: number) => new Date(Date.UTC(2026, 10, 21) + minutes * 60_000)
  const told = (what: Told['what'], minutes: number, others: Partial<Told> = {}): Told => ({
    mail: `mail ${minutes}`,
    what,
    at: minute(minutes),
    sentAt: null,
    isRefusal: false,
    reason: null,
    ...others,
  })
  type Known = { confirmedAt?: Date; acceptedAt?: Date }
  const stateOf = (events: Told[], { confirmedAt, acceptedAt }: Known = {}) => {
    const { state, softBounces } = standingAfter(events, {
      confirmedAt: confirmedAt ?? null,
      acceptedAt: acceptedAt ?? null,
    })
    return [state, softBounces]
  }
  const soft = [1, 2, 3].map((minutes) => told('soft', minutes))

  test('in whatever order, makes the same of them', () => {
    const events = [...soft.slice(0, 2), told('delivered', 4), told('soft', 5), told('soft', 6)]
    for (let round = 0; round < events.length; round++) {
      events.push(events.shift() as Told)
      expect(stateOf(events)).toEqual(['active', 2])
    }
    expect(stateOf(events.toReversed())).toEqual(['active', 2])
  })

  test.each<[string, Told[], [string, number]]>([
    ['nothing leaves them be', [], ['active', 0]],
    ['one hard bounce stops them', [told('hard', 1)], ['bounced', 0]],
    ['two soft bounces do not', soft.slice(0, 2), ['active', 2]],
    ['three soft bounces stop them', soft, ['bounced', 3]],
    [
      'three of one mail are one',
      soft.map((each) => ({ ...each, mail: 'the same' })),
      ['active', 1],
    ],
    [
      'three over many months are no three in a row',
      [0, 40, 80].map((days) => told('soft', days * 24 * 60)),
      ['active', 2],
    ],
    [
      'three in two months are',
      [0, 29, 59].map((days) => told('soft', days * 24 * 60)),
      ['bounced', 3],
    ],
    [
      'what is refused because of who sends it says nothing of the mailbox',
      soft.map((each) => ({ ...each, reason: '550 5.7.1 Not from you' })),
      ['active', 0],
    ],
    ['a delivery in between begins anew', [...soft, told('delivered', 2)], ['active', 1]],
    ['a delivery later begins anew', [...soft, told('delivered', 9)], ['active', 0]],
    ['a delivery before changes nothing', [...soft, told('delivered', 0)], ['bounced', 3]],
    ['a delivery undoes no hard bounce', [told('hard', 1), told('delivered', 9)], ['bounced', 0]],
    [
      'a complaint says more than any bounce',
      [told('complaint', 1), told('hard', 9)],
      ['complained', 0],
    ],
  ])('%s', (_, events, standing) => expect(stateOf(events)).toEqual(standing))

  test('from before they confirmed their address says nothing', () => {
    const confirmedAt = minute(10)
    const old = [...soft, told('hard', 4), told('complaint', 5)]
    expect(stateOf(old, { confirmedAt })).toEqual(['active', 0])
    // Told afterwards, of a mail from before.
    expect(stateOf([told('hard', 12, { sentAt: minute(9) })], { confirmedAt })).toEqual([
      'active',
      0,
    ])
    expect(stateOf([told('hard', 12, { sentAt: minute(11) })], { confirmedAt })).toEqual([
      'bounced',
      0,
    ])
    // Whoever calls an old letter unwanted does it now.
    expect(stateOf([told('complaint', 12, { sentAt: minute(9) })], { confirmedAt })[0]).toBe(
      'complained',
    )
  })

  test('refused at the door begins anew when a mail is taken in there, what is told later does not', () => {
    const refused = soft.map((each) => ({ ...each, isRefusal: true }))
    expect(stateOf(refused)).toEqual(['bounced', 3])
    expect(stateOf(refused, { acceptedAt: minute(2.5) })).toEqual(['active', 1])
    expect(stateOf(soft, { acceptedAt: minute(2.5) })).toEqual(['bounced', 3])
  })
})
