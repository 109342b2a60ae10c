import { describe, expect, test } from 'vitest'
import { type DeliveryReport, deliveryStatus } from './delivery-status.ts'

describe('the delivery status of a subscriber', () => {
  const minute = (minutes: number) => new Date(Date.UTC(2026, 10, 21) + minutes * 60_000)
  const report = (
    what: DeliveryReport['what'],
    minutes: number,
    others: Partial<DeliveryReport> = {},
  ): DeliveryReport => ({
    mail: `mail ${minutes}`,
    what,
    at: minute(minutes),
    sentAt: null,
    isRefusal: false,
    reason: null,
    ...others,
  })
  type Known = { confirmedAt?: Date; acceptedAt?: Date }
  const stateOf = (events: DeliveryReport[], { confirmedAt, acceptedAt }: Known = {}) => {
    const { state, softBounces } = deliveryStatus(events, {
      confirmedAt: confirmedAt ?? null,
      acceptedAt: acceptedAt ?? null,
    })
    return [state, softBounces]
  }
  const soft = [1, 2, 3].map((minutes) => report('soft', minutes))

  test('does not depend on the order of the reports', () => {
    const events = [
      ...soft.slice(0, 2),
      report('delivered', 4),
      report('soft', 5),
      report('soft', 6),
    ]
    for (let round = 0; round < events.length; round++) {
      events.push(events.shift() as DeliveryReport)
      expect(stateOf(events)).toEqual(['active', 2])
    }
    expect(stateOf(events.toReversed())).toEqual(['active', 2])
  })

  test.each<[string, DeliveryReport[], [string, number]]>([
    ['without reports the subscriber stays active', [], ['active', 0]],
    ['one hard bounce stops mails', [report('hard', 1)], ['bounced', 0]],
    ['two soft bounces do not stop mails', soft.slice(0, 2), ['active', 2]],
    ['three soft bounces stop mails', soft, ['bounced', 3]],
    [
      'three soft bounces of one mail count as one',
      soft.map((each) => ({ ...each, mail: 'the same' })),
      ['active', 1],
    ],
    [
      'three soft bounces in more than two months are not consecutive',
      [0, 40, 80].map((days) => report('soft', days * 24 * 60)),
      ['active', 2],
    ],
    [
      'three soft bounces in two months are consecutive',
      [0, 29, 59].map((days) => report('soft', days * 24 * 60)),
      ['bounced', 3],
    ],
    [
      'refusals because of the sender do not count',
      soft.map((each) => ({ ...each, reason: '550 5.7.1 Not from you' })),
      ['active', 0],
    ],
    [
      'refusals because of the sender’s reputation do not count, also without a code of RFC 3463',
      [
        '554 rejected due to the sending MTA’s poor reputation',
        '550 SC-001 messages from 192.0.2.1 weren’t sent: part of their network is on our block list',
        '421 Too many messages from 192.0.2.1',
      ].map((reason, minutes) => report('soft', minutes, { reason })),
      ['active', 0],
    ],
    ['a delivery in between resets the count', [...soft, report('delivered', 2)], ['active', 1]],
    ['a later delivery resets the count', [...soft, report('delivered', 9)], ['active', 0]],
    ['an earlier delivery changes nothing', [...soft, report('delivered', 0)], ['bounced', 3]],
    [
      'a delivery does not undo a hard bounce',
      [report('hard', 1), report('delivered', 9)],
      ['bounced', 0],
    ],
    [
      'a complaint has precedence over a bounce',
      [report('complaint', 1), report('hard', 9)],
      ['complained', 0],
    ],
  ])('follows from the reports: %s', (_, events, status) => expect(stateOf(events)).toEqual(status))

  test('does not depend on reports from before the last confirmation of the address', () => {
    const confirmedAt = minute(10)
    const old = [...soft, report('hard', 4), report('complaint', 5)]
    expect(stateOf(old, { confirmedAt })).toEqual(['active', 0])
    // The bounce is reported after the confirmation, but the mail was sent before it.
    expect(stateOf([report('hard', 12, { sentAt: minute(9) })], { confirmedAt })).toEqual([
      'active',
      0,
    ])
    expect(stateOf([report('hard', 12, { sentAt: minute(11) })], { confirmedAt })).toEqual([
      'bounced',
      0,
    ])
    // A complaint counts by its own time, even if the letter was sent before the confirmation.
    expect(stateOf([report('complaint', 12, { sentAt: minute(9) })], { confirmedAt })[0]).toBe(
      'complained',
    )
  })

  test('does not depend on refusals before the last accepted mail, but does depend on bounces reported before it', () => {
    const refused = soft.map((each) => ({ ...each, isRefusal: true }))
    expect(stateOf(refused)).toEqual(['bounced', 3])
    expect(stateOf(refused, { acceptedAt: minute(2.5) })).toEqual(['active', 1])
    expect(stateOf(soft, { acceptedAt: minute(2.5) })).toEqual(['bounced', 3])
  })
})
