import { describe, expect, it } from 'vitest'
import { lastMonths, sourcesOf } from './month-sums.ts'

const sum = (month: string, kind: string, received: number, given = 0) => ({
  month,
  kind,
  received,
  given,
})

describe('the last months', () => {
  it('are twelve, without gaps, each with the balance at its end', () => {
    const months = lastMonths(
      [
        sum('2025-01', 'opening', 1000),
        sum('2025-11', 'payment', 500),
        sum('2026-01', 'gift', 200),
        sum('2026-01', 'funding', 0, 900),
      ],
      '2026-02',
    )
    expect(months.map(({ month }) => month)).toEqual([
      '2025-03',
      '2025-04',
      '2025-05',
      '2025-06',
      '2025-07',
      '2025-08',
      '2025-09',
      '2025-10',
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ])
    expect(months[0]).toMatchObject({ receivedCents: 0, givenCents: 0, balanceCents: 1000 })
    expect(months.slice(-4)).toEqual([
      { month: '2025-11', receivedCents: 500, givenCents: 0, balanceCents: 1500 },
      { month: '2025-12', receivedCents: 0, givenCents: 0, balanceCents: 1500 },
      { month: '2026-01', receivedCents: 200, givenCents: 900, balanceCents: 800 },
      { month: '2026-02', receivedCents: 0, givenCents: 0, balanceCents: 800 },
    ])
  })
})

it('a month in which more was reversed than received has a negative sum', () => {
  const months = lastMonths([sum('2026-01', 'gift', 500), sum('2026-02', 'gift', -500)], '2026-02')
  expect(months.slice(-2)).toEqual([
    { month: '2026-01', receivedCents: 500, givenCents: 0, balanceCents: 500 },
    { month: '2026-02', receivedCents: -500, givenCents: 0, balanceCents: 0 },
  ])
})

describe('the sources of the Common Good', () => {
  it('do not count amounts that were reversed later', () => {
    const sources = sourcesOf([
      sum('2026-01', 'payment', 300),
      sum('2026-02', 'payment', 300),
      sum('2026-02', 'round_up', 200),
      sum('2026-02', 'counted_cash', 0, 50),
      sum('2026-03', 'gift', 80, 0),
      sum('2026-04', 'gift', -80, 0),
    ])
    expect(sources).toEqual([
      { kind: 'payment', cents: 600, share: 0.75 },
      { kind: 'gift', cents: 0, share: 0 },
      { kind: 'round_up', cents: 200, share: 0.25 },
      { kind: 'counted_cash', cents: 0, share: 0 },
    ])
  })

  it('have shares of 0 before any money was received', () => {
    expect(sourcesOf([]).map(({ share }) => share)).toEqual([0, 0, 0, 0])
  })
})
