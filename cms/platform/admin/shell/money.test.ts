import { describe, expect, test } from 'vitest'
import { formatAmount, moneyProblem, readAmount } from './money.ts'

describe('an amount', () => {
  test.each([
    ['4.95', 495],
    ['4,95', 495],
    ['£4.95', 495],
    ['£4,95', 495],
    ['4,95 €', 495],
    [' £ 5 ', 500],
    ['4.9', 490],
    ['.50', 50],
    ['1250', 125_000],
    ['1,250.00', 125_000],
    ['1.250,00', 125_000],
    ['1,250,000', 125_000_000],
    ['12.345.678,9', 1_234_567_890],
    ['-£3.20', -320],
    ['−3,20', -320],
    ['0', 0],
    ['', null],
  ])('typed as %s is read', (typed, cents) => {
    expect(readAmount(typed)).toEqual({ cents })
  })

  test.each([
    ['1,250', '1,250 may be thousands: write 1250.00 or 1.25.'],
    ['1.250', '1.250 may be thousands: write 1250.00 or 1.25.'],
    ['£12,500', '12,500 may be thousands: write 12500.00 or 12.50.'],
    ['4,9500', 'Write one or two figures after the point, for example 4.95.'],
    ['0,495', 'Write one or two figures after the point, for example 4.95.'],
    ['1250.000', 'Write one or two figures after the point, for example 4.95.'],
    ['1,250.000', 'Write one or two figures after the point, for example 4.95.'],
    ['4.', 'Write one or two figures after the point, for example 4.95.'],
  ])('typed as %s is refused: %s', (typed, problem) => {
    expect(readAmount(typed)).toEqual({ problem })
  })

  test.each(['four', '1,25,0', '1,250,00', '1.250.00', '1,25.00', '£', '.', '4 95', '1e3', '--1'])(
    'typed as %s is refused',
    (typed) => {
      expect(readAmount(typed)).toEqual({ problem: expect.stringMatching(/for example 4\.95\.$/) })
    },
  )

  test('is read back unchanged after it was formatted', () => {
    for (const cents of [0, 5, 50, 495, 100_000, -320]) {
      expect(readAmount(formatAmount(cents))).toEqual({ cents })
    }
  })

  test('that is not valid has a problem that says what to write', () => {
    expect(moneyProblem(495, { required: true })).toBeNull()
    expect(moneyProblem(null, {})).toBeNull()
    expect(moneyProblem(' ', { required: true })).toMatch(/4\.95/)
    expect(moneyProblem(4.95, {})).toMatch(/pounds and pence/)
    expect(moneyProblem('four', {})).toMatch(/pounds and pence/)
    expect(moneyProblem('1,250', {})).toMatch(/1250\.00/)
    expect(moneyProblem(-1, { min: 0 })).toBe('Write at least 0.00.')
    expect(moneyProblem(101, { max: 100 })).toBe('Write at most 1.00.')
  })
})
