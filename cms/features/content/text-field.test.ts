import { expect, test } from 'vitest'
import { phoneNumber, webAddress } from './text-field.ts'

test.each([
  'https://venue.example/a?b=c#d',
  'http://venue.example',
  'HTTPS://VENUE.EXAMPLE',
  '',
  null,
])('%j is accepted as a link', (value) => expect(webAddress(value)).toBe(true))
test.each([
  'venue.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '//venue.example',
  'https://',
  'https://a b',
  ' https://venue.example',
  `https://venue.example/${'x'.repeat(500)}`,
  7,
])('%j is refused as a link', (value) => expect(webAddress(value)).toContain('https://'))

test.each(['0114 496 0184', '+44 (0)114 496-0184', '112 233', '', null])(
  '%j is accepted as a phone number',
  (value) => expect(phoneNumber(value)).toBe(true),
)
test.each(['call us', '12', '0114 ext. 7', '+', '1'.repeat(16), 1144960184])(
  '%j is refused as a phone number',
  (value) => expect(phoneNumber(value)).toContain('phone number'),
)
