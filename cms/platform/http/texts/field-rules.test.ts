import { describe, expect, test } from 'vitest'
import { isPhone, phonePattern } from './field-rules.ts'

describe('a phone number', () => {
  test.each([
    ['0114 496 0184', true],
    ['+44 (0)114 496-0184', true],
    ['0044114/4960184', true],
    ['496 0184', true],
    ['+123456789012345', true],
    ['0114 000', false],
    ['0114 - 00', false],
    ['0000000000', false],
    ['+1234567890123456', false],
    ['call me', false],
    ['', false],
    [`${' '.repeat(40)}496 0184`, false],
  ])('%j: %s', (text, expected) => {
    expect(isPhone(text)).toBe(expected)
  })

  test('has a pattern that browsers can read: they use the flag `v`', () => {
    const pattern = new RegExp(`^(?:${phonePattern})$`, 'v')
    expect(pattern.test('0114 496 0184')).toBe(true)
    expect(pattern.test('0114 000')).toBe(false)
  })
})
