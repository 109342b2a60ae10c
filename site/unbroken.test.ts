import { describe, expect, test } from 'vitest'
import { unbroken } from './unbroken.ts'

const withVisibleSpaces = (text: string) => unbroken(text).replaceAll('\u00a0', '_')

describe('unbroken() uses non-breaking spaces in', () => {
  test.each([
    ['At the right-hand end, 80 cm high', 'At the right-hand end, 80_cm high'],
    ['63 A single phase, 32 A in the yard', '63_A single phase, 32_A in the yard'],
    ['doors 2.4 × 3 m, van to the door', 'doors 2.4_×_3_m, van to the door'],
    ['Ask for Gail on 0114 496 0184', 'Ask for Gail on 0114_496_0184'],
    ['+44 114 496 0184', '+44_114_496_0184'],
    ['14 Canteen Yard, S3 8XX', '14_Canteen Yard, S3_8XX'],
    ['7 Old Mill Lane', '7_Old Mill Lane'],
  ])('%s', (text, expected) => {
    expect(withVisibleSpaces(text)).toBe(expected)
  })
})

test.each([
  'Four we always pour, eight that come and go',
  '2019, by 412 people',
  '25 minutes on foot',
  '16 LED cans, 4 profiles',
  'Open from 7 Monday to Friday',
])('unbroken() does not change %j', (text) => {
  expect(unbroken(text)).toBe(text)
})
