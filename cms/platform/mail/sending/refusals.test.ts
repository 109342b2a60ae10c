import { describe, expect, test } from 'vitest'
import type { Outcome } from '../rules.ts'
import { createRefusalFilter, maxRefused, type Tried } from './refusals.ts'

const refused: Outcome = { how: 'refused', code: 550, at: 'recipient', response: '550 No' }
const accepted: Outcome = { how: 'accepted', response: '250 OK' }
const tried = (id: number, outcome: Outcome, address = `reader${id}@venue.example`): Tried => ({
  mail: { id, claim: '1.1', tries: 0, to_address: address },
  outcome,
  messageId: null,
})
const outcomesOf = (certain: Tried[]) => certain.map(({ mail, outcome }) => [mail.id, outcome.how])
const manyRefused = (count: number) =>
  Array.from({ length: count }, (_, n) => tried(n + 1, refused))

describe('a refusal', () => {
  test('is reported when the server accepts the next mail', () => {
    const { add } = createRefusalFilter()
    expect(add(tried(1, refused))).toEqual([])
    expect(outcomesOf(add(tried(2, accepted)))).toEqual([
      [1, 'refused'],
      [2, 'accepted'],
    ])
  })

  test('is returned by flush', () => {
    const { add, flush } = createRefusalFilter()
    add(tried(1, refused))
    expect(outcomesOf(flush())).toEqual([[1, 'refused']])
    expect(flush()).toEqual([])
  })

  test('of many recipients in a row marks the server as failing, and no recipient as refused', () => {
    const { add } = createRefusalFilter()
    const all = manyRefused(maxRefused)
    const certain = all.flatMap((each) => add(each))
    expect(outcomesOf(certain)).toEqual(all.map(({ mail }) => [mail.id, 'turned away']))
    expect(certain[0]?.outcome).toMatchObject({ error: expect.stringContaining('550 No') })
  })

  test('that was flushed still counts towards the refusals in a row', () => {
    const { add, flush } = createRefusalFilter()
    for (const each of manyRefused(maxRefused - 1)) {
      add(each)
      flush()
    }
    expect(outcomesOf(add(tried(99, refused)))).toEqual([[99, 'turned away']])
  })

  test('that repeats for one address marks the recipient as refused, not the server as failing', () => {
    const { add, flush } = createRefusalFilter()
    for (let n = 0; n <= maxRefused; n++) add(tried(n, refused, 'Ada@venue.example'))
    expect(outcomesOf(flush())).toContainEqual([maxRefused, 'refused'])
  })

  test('counts as a refusal of its recipient again once the server has accepted a mail', () => {
    const { add, flush } = createRefusalFilter()
    for (const each of manyRefused(maxRefused)) add(each)
    expect(outcomesOf(add(tried(50, refused)))).toEqual([[50, 'turned away']])
    add(tried(51, accepted))
    add(tried(52, refused))
    expect(outcomesOf(flush())).toEqual([[52, 'refused']])
  })
})

test('outcomes that are not permanent refusals are reported at once', () => {
  const later: Outcome = { ...refused, code: 451 }
  const { add } = createRefusalFilter()
  for (const outcome of [later, { how: 'lost', error: 'gone', ended: true } as const]) {
    expect(outcomesOf(add(tried(1, outcome)))).toEqual([[1, outcome.how]])
  }
})
