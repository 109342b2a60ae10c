import { expect, test } from 'vitest'
import { accessTokenMs, codeLength, isCode, isDueForRefresh, wrongCodeLimits } from './rules.ts'

const madeAt = Date.parse('2026-06-01T12:00:00Z')
const expiresAt = (madeAt + accessTokenMs) / 1000

test.each([
  [0, false],
  [13 * 60, false],
  [13 * 60 + 29, false],
  [13 * 60 + 30, true],
  [15 * 60, true],
  [60 * 60, true],
])(
  'a token is due for a refresh if it expires within three check intervals: after %i s, %s',
  (seconds, due) => {
    expect(isDueForRefresh(expiresAt, madeAt + seconds * 1000)).toBe(due)
  },
)

test.each([
  ['123456', true],
  ['000000', true],
  ['12345', false],
  ['1234567', false],
  ['１２３４５６', false],
  ['١٢٣٤٥٦', false],
  ['12345\n', false],
  ['123456\n', false],
  [' 123456', false],
  ['12a456', false],
  ['', false],
])('%j has the form of a code: %s', (text, expected) => {
  expect(isCode(text)).toBe(expected)
})

// The figures in `README.md` of this folder, "Code guessing".
test('guessing one code takes more than thirteen years on average', () => {
  const perTry = 1 / 10 ** codeLength
  expect(wrongCodeLimits.ofAddressInDay * 365 * perTry).toBeCloseTo(0.0073)
  expect(wrongCodeLimits.ofAllInDay * 365 * perTry).toBeCloseTo(0.073)
  expect(1 / (wrongCodeLimits.ofAllInDay * 365 * perTry)).toBeGreaterThan(13)
})
