import { describe, expect, test } from 'vitest'
import { formatAmount, moneyError, parseMoney } from './money.ts'

describe('money', () => {
  test.each([
    ['4.95', 495],
    ['£4.95', 495],
    [' £ 5 ', 500],
    ['4.9', 490],
    ['.50', 50],
    ['1,250', 125_000],
    ['-£3.20', -320],
    ['−3.20', -320],
    ['0', 0],
    ['', null],
  ])('%s is read', (typed, cents) => {
    expect(parseMoney(typed)).toBe(cents)
  })

  test.each(['four', '4.955', '4,95', '1,25,0', '4.', '£', '4 95', '1e3', '--1'])(
    '%s is refused',
    (typed) => {
      expect(parseMoney(typed)).toBeUndefined()
    },
  )

  test('a formatted amount is parsed again', () => {
    for (const cents of [0, 5, 50, 495, 100_000, -320]) {
      expect(parseMoney(formatAmount(cents))).toBe(cents)
    }
  })

  test('faults name what to write', () => {
    expect(moneyError(495, { required: true })).toBeNull()
    expect(moneyError(null, {})).toBeNull()
    expect(moneyError(null, { required: true })).toMatch(/4\.95/)
    expect(moneyError(4.95, {})).toMatch(/pounds and pence/)
    expect(moneyError('four', {})).toMatch(/pounds and pence/)
    expect(moneyError(-1, { min: 0 })).toBe('Write at least 0.00.')
    expect(moneyError(101, { max: 100 })).toBe('Write at most 1.00.')
  })
})
