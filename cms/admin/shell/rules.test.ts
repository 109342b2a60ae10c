import { describe, expect, test } from 'vitest'
import {
  moneyFault,
  ownPath,
  parseMoney,
  placePath,
  spokenDate,
  spokenDays,
  writtenMoney,
} from './rules.ts'

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

  test('what is written is read again', () => {
    for (const cents of [0, 5, 50, 495, 100_000, -320]) {
      expect(parseMoney(writtenMoney(cents))).toBe(cents)
    }
  })

  test('faults name what to write', () => {
    expect(moneyFault(495, { required: true })).toBeNull()
    expect(moneyFault(null, {})).toBeNull()
    expect(moneyFault(null, { required: true })).toMatch(/4\.95/)
    expect(moneyFault(4.95, {})).toMatch(/pounds and pence/)
    expect(moneyFault('four', {})).toMatch(/pounds and pence/)
    expect(moneyFault(-1, { min: 0 })).toBe('Write at least 0.00.')
    expect(moneyFault(101, { max: 100 })).toBe('Write at most 1.00.')
  })
})

test.each([
  [['fri', 'sat'], 'Fri–Sat'],
  [['sat', 'mon', 'tue', 'wed'], 'Mon–Wed, Sat'],
  [['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], 'Every day'],
  [['sun'], 'Sun'],
  [[], ''],
])('%j are said', (days, words) => {
  expect(spokenDays(days)).toBe(words)
})

test('dates are said, with another year where it is one', () => {
  expect(spokenDate('2026-12-24', '2026-11-21')).toBe('24 Dec')
  expect(spokenDate('2027-01-01', '2026-11-21')).toBe('1 Jan 2027')
  expect(spokenDate('soon')).toBe('soon')
})

describe('a login leads back', () => {
  test.each(['/cafe', '/cafe?at=1#story', '/cms/visual/cafe', '/'])('to %s', (path) => {
    expect(ownPath(path)).toBe(path)
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%2F%2Fevil.example',
    '/%5cevil.example',
    '/..//evil.example',
    '/\t/evil.example',
    ' //evil.example',
    '/cms/login?redirect=/cafe',
    '/cms/logout',
    undefined,
    ['/cafe'],
  ])('not to %s', (path) => {
    expect(ownPath(path)).toBe('/cms')
  })
})

test('a text is opened on its page', () => {
  expect(placePath('cafe', 'hero', 'title')).toBe('cafe/hero/title')
  expect(placePath('global', '', 'footer.hours')).toBe('home/global:footer/hours')
  expect(placePath('global', 'footer', 'hours')).toBe('home/global:footer/hours')
})
