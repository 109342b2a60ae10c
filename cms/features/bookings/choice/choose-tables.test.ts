import { describe, expect, test } from 'vitest'
import type { Needs, Table } from '../rules.ts'
import { busyWith, isFree, leavesGap, rankTables, type Span } from './choose-tables.ts'
import { fits, tableSetsOf } from './table-sets.ts'

let serial = 0
const table = (name: string, max: number, given: Partial<Table> = {}): Table => ({
  ...{ id: ++serial, name, area: 'Beer Hall', min: 1, max, groups: [] },
  ...{ isStepFree: false, isOutdoors: false, hasHighChair: false },
  ...given,
})
const hour = 3_600_000
const seven: Span = { from: 19 * hour, to: 21 * hour }
const shortestMs = 1.5 * hour
const busyOf = (taken: Map<number, Span[]>) =>
  busyWith([...taken].flatMap(([id, spans]) => spans.map((span) => ({ table: id, ...span }))))
type Choice = {
  busy?: Map<number, Span[]>
  span?: Span
  spareSeats?: number
  needs?: Needs
  now?: number
}
const choices = (
  tables: Table[],
  party: number,
  { busy = new Map(), span = seven, spareSeats = 2, needs = {}, now = 0 }: Choice = {},
) =>
  rankTables(
    tableSetsOf(tables).filter((set) => fits(set, { party, spareSeats, needs })),
    span,
    { busy: busyOf(busy), shortestMs, now },
  ).map((set) => set.tables.map(({ name }) => name).join('+'))

describe('a party gets', () => {
  test('the smallest table that is large enough', () => {
    expect(choices([table('six', 6), table('four', 4), table('five', 5)], 4)).toEqual([
      'four',
      'five',
      'six',
    ])
  })

  test('no table with more empty seats than allowed', () => {
    const tables = [table('two', 2), table('four', 4), table('eight', 8)]
    expect(choices(tables, 2)).toEqual(['two', 'four'])
    expect(choices(tables, 2, { spareSeats: 0 })).toEqual(['two'])
    expect(choices(tables, 2, { spareSeats: 6 })).toEqual(['two', 'four', 'eight'])
  })

  test('no table that is for larger parties', () => {
    expect(choices([table('four', 4, { min: 3 })], 2)).toEqual([])
  })

  test('a table that can be joined only after those that cannot', () => {
    const tables = [
      table('window 1', 2, { groups: ['window'] }),
      table('window 2', 2, { groups: ['window'] }),
      table('four', 4),
    ]
    expect(choices(tables, 2)).toEqual(['four', 'window 1', 'window 2'])
  })

  test('joined tables last, and only as many as it needs', () => {
    const tables = [
      table('w1', 2, { groups: ['window'] }),
      table('w2', 2, { groups: ['window'] }),
      table('w3', 2, { groups: ['window'] }),
      table('five', 5),
    ]
    expect(choices(tables, 4)).toEqual(['five', 'w1+w2', 'w2+w3'])
    expect(choices(tables, 6)).toEqual(['w1+w2+w3'])
    expect(choices(tables, 2)).toEqual(['w1', 'w2', 'w3'])
  })

  test('only tables that stand next to each other joined', () => {
    const tables = [
      table('w1', 2, { groups: ['window'] }),
      table('bar', 2),
      table('w2', 2, { groups: ['window', 'snug'] }),
      table('s1', 2, { groups: ['snug'] }),
    ]
    expect(choices(tables, 4)).toEqual(['w1+w2', 'w2+s1'])
  })

  test('a table outdoors only if nothing is free indoors, or if it wishes so', () => {
    const tables = [
      table('yard', 2, { isOutdoors: true }),
      table('four', 4),
      table('w1', 1, { groups: ['window'] }),
      table('w2', 1, { groups: ['window'] }),
    ]
    expect(choices(tables, 2)).toEqual(['four', 'w1+w2', 'yard'])
    expect(choices(tables, 2, { needs: { isOutdoors: true } })).toEqual(['yard'])
  })

  test('a table with a gap that is over already like one without', () => {
    const tables = [table('two', 2), table('four', 4)]
    const busy = new Map([[tables[0]?.id ?? 0, [{ from: 17 * hour, to: 18.5 * hour }]]])
    expect(choices(tables, 2, { busy })).toEqual(['four', 'two'])
    expect(choices(tables, 2, { busy, now: 19 * hour })).toEqual(['two', 'four'])
  })

  test('a table that meets all its needs', () => {
    const tables = [
      table('plain', 4),
      table('w1', 2, { groups: ['w'], isStepFree: true, hasHighChair: true }),
      table('w2', 2, { groups: ['w'], isStepFree: true }),
      table('yard', 4, { isOutdoors: true, isStepFree: true }),
    ]
    expect(choices(tables, 4, { needs: { isStepFree: true } })).toEqual(['w1+w2', 'yard'])
    expect(choices(tables, 4, { needs: { hasHighChair: true } })).toEqual(['w1+w2'])
    expect(choices(tables, 4, { needs: { isOutdoors: true } })).toEqual(['yard'])
  })

  test('a table that leaves no useless gap, if another fits, even a larger one', () => {
    const small = table('small', 2)
    const large = table('large', 4)
    // One hour is left between the bookings of the small table.
    const busy = new Map([[small.id, [{ from: 16 * hour, to: 18 * hour }]]])
    expect(choices([small, large], 2, { busy })).toEqual(['large', 'small'])
    expect(choices([small], 2, { busy })).toEqual(['small'])
  })

  test('a table alone with a gap rather than joined tables without one', () => {
    const four = table('four', 4)
    const tables = [four, table('w1', 2, { groups: ['w'] }), table('w2', 2, { groups: ['w'] })]
    const busy = new Map([[four.id, [{ from: 21.5 * hour, to: 23 * hour }]]])
    expect(choices(tables, 4, { busy })).toEqual(['four', 'w1+w2'])
  })
})

describe('joined tables', () => {
  const w1 = table('w1', 2, { groups: ['w'] })
  const w2 = table('w2', 2, { groups: ['w'] })

  test('cannot be taken while one of them is', () => {
    const busy = new Map([[w2.id, [{ from: 20 * hour, to: 22 * hour }]]])
    expect(choices([w1, w2], 4, { busy })).toEqual([])
    expect(choices([w1, w2], 2, { busy })).toEqual(['w1'])
  })

  test('block each of them', () => {
    const busy = new Map([w1, w2].map(({ id }) => [id, [seven]]))
    expect(choices([w1, w2], 2, { busy })).toEqual([])
  })
})

test('a table is free from the minute at which a party leaves', () => {
  const four = table('four', 4)
  const busy = new Map([[four.id, [{ from: 17 * hour, to: 19 * hour }]]])
  expect(choices([four], 4, { busy })).toEqual(['four'])
  expect(choices([four], 4, { busy, span: { from: 19 * hour - 1, to: 21 * hour } })).toEqual([])
})

/** Pseudo-random numbers from 0 to below `count`, the same in every run. */
function randomFrom(seed: number) {
  let state = seed
  return (count: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
}

test('in any room, the best choice fits, is free, and no better kind of choice was passed over', () => {
  const wrong: string[] = []
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomFrom(seed)
    const tables = Array.from({ length: 2 + random(8) }, (_, index) =>
      table(`t${index}`, 2 + random(7), {
        min: 1 + random(2),
        groups: random(3) ? [] : [`g${random(2)}`],
      }),
    )
    const taken = new Map<number, Span[]>(tables.map(({ id }) => [id, []]))
    // A day's parties, each at the tables that it gets.
    for (let turn = 0; turn < 25; turn++) {
      const party = 1 + random(10)
      const from = (12 + random(40) / 4) * hour
      const span = { from, to: from + (1 + random(3)) * hour }
      const busy = busyOf(taken)
      const sets = tableSetsOf(tables).filter((set) => fits(set, { party, spareSeats: 2 }))
      const [best] = rankTables(sets, span, { busy, shortestMs })
      const free = sets.filter((set) => isFree(set, span, busy))
      if (!best) {
        if (free.length) wrong.push(`${seed}: a free table was not found`)
        continue
      }
      const gap = leavesGap(best, span, { busy, shortestMs })
      const better = free.some(
        (other) =>
          other.tables.length < best.tables.length ||
          (other.tables.length === best.tables.length &&
            (gap
              ? !leavesGap(other, span, { busy, shortestMs })
              : !leavesGap(other, span, { busy, shortestMs }) &&
                best.isJoinable &&
                !other.isJoinable)),
      )
      if (better) wrong.push(`${seed}: a better table was free`)
      if (best.seats < party || best.seats - party > 2) wrong.push(`${seed}: wrong size`)
      for (const { id } of best.tables) {
        const own = taken.get(id) ?? []
        if (own.some((each) => each.from < span.to && span.from < each.to)) {
          wrong.push(`${seed}: taken twice`)
        }
        own.push(span)
      }
    }
  }
  expect(wrong).toEqual([])
})
