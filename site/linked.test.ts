import { expect, test } from 'vitest'
import { phoneLink } from './linked.ts'

test.each([
  ['0114 496 0184', 'tel:01144960184'],
  ['+44 114 496-0184', 'tel:+441144960184'],
  ['+44 (0)114 496 0184', 'tel:+441144960184'],
  ['(0114) 496 0184', 'tel:01144960184'],
])('the phone number %s has the link %s', (phone, link) => {
  expect(phoneLink(phone)).toBe(link)
})
