import { describe, expect, test } from 'vitest'
import {
  type DropFacts,
  drawAt,
  drawLot,
  entersDraw,
  freeSlots,
  isDrawDue,
  leftInWords,
  nextChange,
  nextStep,
  refusalOfClaim,
  shuffle,
  stateOf,
} from './rules.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 11, 3, 18, 0, 0) + seconds * 1000)
const drop = (given: Partial<DropFacts & { rungAt: Date | null }> = {}) => ({
  ...{ announcedAt: at(-86_400), opensAt: at(0), drawnAt: null, soldOutAt: null, rungAt: null },
  ...{ cancelledAt: null, servedAt: null, endsAt: at(7200), portions: 40, taken: 0 },
  ...given,
})
/** Reproducible numbers (mulberry32). */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

describe('the state of a drop', () => {
  test.each([
    ['draft', { announcedAt: null }, 0],
    ['announced', {}, -0.001],
    ['drawing', {}, 0],
    ['drawing', {}, 60],
    ['open', { drawnAt: at(12) }, 11],
    ['sold_out', { drawnAt: at(12), taken: 40 }, 11],
    ['sold_out', { soldOutAt: at(5) }, 6],
    ['announced', { soldOutAt: at(-50) }, -20],
    ['served', { drawnAt: at(12) }, 7200],
    ['served', { drawnAt: at(12), servedAt: at(60) }, 61],
    ['cancelled', { cancelledAt: at(-5) }, 9000],
  ] as const)('is %s for %j', (state, given, now) => {
    expect(stateOf(drop(given), at(now))).toBe(state)
  })

  test('changes by itself at the opening, at the draw and at the end', () => {
    expect(nextChange(drop(), at(-60))).toEqual(at(0))
    expect(nextChange(drop(), at(0))).toEqual(at(12))
    expect(nextChange(drop(), at(12))).toEqual(at(7200))
    expect(nextChange(drop(), at(7200))).toBeNull()
    expect(nextChange(drop({ cancelledAt: at(-60) }), at(-60))).toBeNull()
  })

  test('leads to the bell ten minutes before, to the draw, and to the end', () => {
    expect(nextStep(drop(), at(-3600))).toEqual(at(-600))
    expect(nextStep(drop(), at(-30))).toEqual(at(-30))
    expect(nextStep(drop({ rungAt: at(-600) }), at(-30))).toEqual(at(12))
    expect(nextStep(drop(), at(5))).toEqual(at(12))
    expect(nextStep(drop({ drawnAt: at(12) }), at(13))).toEqual(at(7200))
    expect(nextStep(drop({ announcedAt: null }), at(-3600))).toBeNull()
  })
})

describe('a claim', () => {
  const old = at(-1_000_000)
  const refusal = (now: number, given: Partial<DropFacts> = {}, memberSince: Date | null = old) =>
    refusalOfClaim(drop(given), { now: at(now), memberSince })

  test('is refused before the opening and after the end, and of what is called off or sold out', () => {
    expect(refusal(-0.001)).toBe('not_open')
    expect(refusal(0)).toBeNull()
    expect(refusal(7200)).toBe('over')
    expect(refusal(1, { cancelledAt: at(0) })).toBe('cancelled')
    expect(refusal(1, { announcedAt: null })).toBe('not_found')
    expect(refusal(20, { soldOutAt: at(15) })).toBe('sold_out')
    // One can wait for portions that come back.
    expect(refusal(20, { drawnAt: at(12), taken: 40 })).toBeNull()
  })

  test('is for those who were members before the announcement', () => {
    expect(refusal(1, {}, at(-86_400.001))).toBeNull()
    expect(refusal(1, {}, at(-86_400))).toBe('too_new')
    expect(refusal(60, { drawnAt: at(12) }, at(-1))).toBe('too_new')
  })

  test('takes part in the draw within the first seconds, and the draw is due after them', () => {
    expect(drawAt(drop())).toEqual(at(12))
    expect(entersDraw(drop(), at(11.999))).toBe(true)
    expect(entersDraw(drop(), at(12))).toBe(false)
    expect(entersDraw(drop({ drawnAt: at(12) }), at(9))).toBe(false)
    expect(isDrawDue(drop(), at(11.999))).toBe(false)
    expect(isDrawDue(drop(), at(12))).toBe(true)
    expect(isDrawDue(drop({ drawnAt: at(12) }), at(13))).toBe(false)
    expect(isDrawDue(drop({ cancelledAt: at(1) }), at(13))).toBe(false)
  })
})

describe('the draw', () => {
  const entries = (count: number, party = 1) =>
    Array.from({ length: count }, (_, member) => ({ member, party }))

  test('gives each portion to one entry, and leaves the others in the drawn order', () => {
    const { won, waiting } = drawLot(entries(1000), 40, randomOf(1))
    expect([won.length, waiting.length]).toEqual([40, 960])
    expect(new Set([...won, ...waiting].map(({ member }) => member)).size).toBe(1000)
  })

  test('gives everybody theirs if there is enough, and nobody anything if there is nothing', () => {
    expect(drawLot(entries(12), 40, randomOf(2)).waiting).toEqual([])
    expect(drawLot(entries(12), 0, randomOf(2)).won).toEqual([])
    expect(drawLot([], 40, randomOf(2))).toEqual({ won: [], waiting: [] })
  })

  test('never gives more portions than there are, whatever entries want', () => {
    const { won } = drawLot([...entries(20, 3), ...entries(20, 2)], 7, randomOf(3))
    const total = won.reduce((sum, { party }) => sum + party, 0)
    expect(total).toBeLessThanOrEqual(7)
    expect(total).toBeGreaterThanOrEqual(6)
  })

  test('makes each order of three equally likely', () => {
    const counts = new Map<string, number>()
    const random = randomOf(4)
    for (let n = 0; n < 60_000; n++) {
      const order = shuffle([1, 2, 3], random).join('')
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect(counts.size).toBe(6)
    for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(400)
  })

  test('is explained by less than a tenth by the order in which entries came', () => {
    // r² between the place of arrival and having won, over 200 draws of 300 entries for 40 portions.
    const random = randomOf(5)
    const rSquared = (draw: () => Set<number>) => {
      const wins = Array.from({ length: 300 }, () => 0)
      for (let n = 0; n < 200; n++)
        for (const member of draw()) wins[member] = (wins[member] ?? 0) + 1
      return correlation(wins) ** 2
    }
    const drawn = rSquared(
      () => new Set(drawLot(entries(300), 40, random).won.map(({ member }) => member)),
    )
    expect(drawn).toBeLessThan(0.1)
    // The measure can tell: with first come, first served it is far above that.
    expect(rSquared(() => new Set(entries(40).map(({ member }) => member)))).toBeGreaterThan(0.3)
  })
})

/** Pearson’s correlation of values with their places. */
function correlation(values: readonly number[]): number {
  const mean = (of: readonly number[]) => of.reduce((sum, each) => sum + each, 0) / of.length
  const [x, y] = [(values.length - 1) / 2, mean(values)]
  const sum = (of: (value: number, place: number) => number) =>
    values.reduce((total, value, place) => total + of(value, place), 0)
  const spread = Math.sqrt(sum((_, n) => (n - x) ** 2) * sum((value) => (value - y) ** 2))
  return spread ? sum((value, n) => (n - x) * (value - y)) / spread : 0
}

describe('slots', () => {
  const given = { portions: 10, slots: ['18:00', '18:30', '19:00'], each: 1 }
  test('take an equal part of the portions each', () => {
    expect(freeSlots(given, new Map(), 1)).toEqual(given.slots)
    expect(freeSlots(given, new Map([['18:00', 4]]), 1)).toEqual(['18:30', '19:00'])
  })
  test('have room for everybody, however the portions are claimed', () => {
    const chosen = new Map<string, number>()
    for (let left = 10; left > 0; ) {
      const party = Math.min(left, 2)
      const [slot = ''] = freeSlots({ ...given, each: 2 }, chosen, party)
      expect(slot).not.toBe('')
      chosen.set(slot, (chosen.get(slot) ?? 0) + party)
      left -= party
    }
  })
})

test.each([
  [0, '0:00'],
  [999, '0:01'],
  [65_000, '1:05'],
  [3_600_000 * 26 + 61_000, '26:01:01'],
  [3_600_000 * 49, '2 days'],
  [-5, '0:00'],
])('%i ms left are %s', (ms, text) => {
  expect(leftInWords(ms)).toBe(text)
})
