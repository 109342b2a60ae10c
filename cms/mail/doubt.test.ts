import { describe, expect, test } from 'vitest'
import { createDoubt, mostRefused, type Tried } from './doubt.ts'
import type { Outcome } from './rules.ts'

const refused: Outcome = { how: 'refused', code: 550, at: 'recipient', response: '550 No' }
const accepted: Outcome = { how: 'accepted', response: '250 OK' }
const tried = (id: number, outcome: Outcome, address = `reader${id}@venue.example`): Tried => ({
  mail: { id, claim: '1.1', tries: 0, to_address: address },
  outcome,
  messageId: null,
})
const saidOf = (certain: Tried[]) => certain.map(({ mail, outcome }) => [mail.id, outcome.how])
const manyRefused = (count: number) =>
  Array.from({ length: count }, (_, n) => tried(n + 1, refused))

describe('a refusal', () => {
  test('is believed when the server takes the next mail', () => {
    const { weigh } = createDoubt()
    expect(weigh(tried(1, refused))).toEqual([])
    expect(saidOf(weigh(tried(2, accepted)))).toEqual([
      [1, 'refused'],
      [2, 'accepted'],
    ])
  })

  test('is believed when no more are sent', () => {
    const { weigh, believe } = createDoubt()
    weigh(tried(1, refused))
    expect(saidOf(believe())).toEqual([[1, 'refused']])
    expect(believe()).toEqual([])
  })

  test('of everybody is no reader’s fault', () => {
    const { weigh } = createDoubt()
    const all = manyRefused(mostRefused)
    const certain = all.flatMap((each) => weigh(each))
    expect(saidOf(certain)).toEqual(all.map(({ mail }) => [mail.id, 'turned away']))
    expect(certain[0]?.outcome).toMatchObject({ error: expect.stringContaining('550 No') })
  })

  test('is one of many though the others were believed meanwhile', () => {
    const { weigh, believe } = createDoubt()
    for (const each of manyRefused(mostRefused - 1)) {
      weigh(each)
      believe()
    }
    expect(saidOf(weigh(tried(99, refused)))).toEqual([[99, 'turned away']])
  })

  test('of one reader again and again is about that reader', () => {
    const { weigh, believe } = createDoubt()
    for (let n = 0; n <= mostRefused; n++) weigh(tried(n, refused, 'Ada@venue.example'))
    expect(saidOf(believe())).toContainEqual([mostRefused, 'refused'])
  })

  test('by a server that takes mails again is believed again', () => {
    const { weigh, believe } = createDoubt()
    for (const each of manyRefused(mostRefused)) weigh(each)
    expect(saidOf(weigh(tried(50, refused)))).toEqual([[50, 'turned away']])
    weigh(tried(51, accepted))
    weigh(tried(52, refused))
    expect(saidOf(believe())).toEqual([[52, 'refused']])
  })
})

test('what is no refusal for good is never in doubt', () => {
  const later: Outcome = { ...refused, code: 451 }
  const { weigh } = createDoubt()
  for (const outcome of [later, { how: 'lost', error: 'gone', ended: true } as const]) {
    expect(saidOf(weigh(tried(1, outcome)))).toEqual([[1, outcome.how]])
  }
})
