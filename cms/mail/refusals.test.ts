import { describe, expect, test } from 'vitest'
import { createRefusalFilter, mostRefused, type Tried } from './refusals.ts'
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
    const { add } = createRefusalFilter()
    expect(add(tried(1, refused))).toEqual([])
    expect(saidOf(add(tried(2, accepted)))).toEqual([
      [1, 'refused'],
      [2, 'accepted'],
    ])
  })

  test('is believed when no more are sent', () => {
    const { add, flush } = createRefusalFilter()
    add(tried(1, refused))
    expect(saidOf(flush())).toEqual([[1, 'refused']])
    expect(flush()).toEqual([])
  })

  test('of everybody is no reader’s fault', () => {
    const { add } = createRefusalFilter()
    const all = manyRefused(mostRefused)
    const certain = all.flatMap((each) => add(each))
    expect(saidOf(certain)).toEqual(all.map(({ mail }) => [mail.id, 'turned away']))
    expect(certain[0]?.outcome).toMatchObject({ error: expect.stringContaining('550 No') })
  })

  test('is one of many though the others were believed meanwhile', () => {
    const { add, flush } = createRefusalFilter()
    for (const each of manyRefused(mostRefused - 1)) {
      add(each)
      flush()
    }
    expect(saidOf(add(tried(99, refused)))).toEqual([[99, 'turned away']])
  })

  test('of one reader again and again is about that reader', () => {
    const { add, flush } = createRefusalFilter()
    for (let n = 0; n <= mostRefused; n++) add(tried(n, refused, 'Ada@venue.example'))
    expect(saidOf(flush())).toContainEqual([mostRefused, 'refused'])
  })

  test('by a server that takes mails again is believed again', () => {
    const { add, flush } = createRefusalFilter()
    for (const each of manyRefused(mostRefused)) add(each)
    expect(saidOf(add(tried(50, refused)))).toEqual([[50, 'turned away']])
    add(tried(51, accepted))
    add(tried(52, refused))
    expect(saidOf(flush())).toEqual([[52, 'refused']])
  })
})

test('what is no refusal for good is never in doubt', () => {
  const later: Outcome = { ...refused, code: 451 }
  const { add } = createRefusalFilter()
  for (const outcome of [later, { how: 'lost', error: 'gone', ended: true } as const]) {
    expect(saidOf(add(tried(1, outcome)))).toEqual([[1, outcome.how]])
  }
})
