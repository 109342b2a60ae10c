import { expect, test } from 'vitest'
import { isLinkAddress, isPage, toAbsolute } from './address.ts'

test.each([
  'https://venue.example/menu?day=fri#late',
  'http://localhost:3000/',
  'https://venue.example/to?https://other.example',
  'HTTPS://VENUE.EXAMPLE',
  '/kitchens',
  '/',
  'mailto:hello@venue.example',
  'mailto:hello@venue.example?subject=A%20table',
  'tel:+44(0)114-496-0184',
])('a letter may link to %s', (address) => expect(isLinkAddress(address)).toBe(true))

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  'https:evil.example',
  'https:///evil.example',
  'https://https://venue.example/a',
  'https://HTTP://venue.example',
  'https://mailto:hello@venue.example',
  'https://tel:01144960184',
  'https://venue.example@evil.example/',
  'https://venue.example/a b',
  'https://venue.example/\u202egpj.exe',
  'https://venue.example/\ue000l0\ue001',
  'venue.example',
  '#menu',
  'mailto:',
  'mailto:a@b.example,c@d.example',
  'tel:call-us',
  `https://venue.example/${'x'.repeat(2000)}`,
  '',
  7,
  null,
  ['https://venue.example'],
])('a letter may not link to %j', (address) => expect(isLinkAddress(address)).toBe(false))

test('only links to pages can be tracked', () => {
  expect(['https://a.example', '/cafe'].every(isPage)).toBe(true)
  expect(['mailto:a@b.example', 'TEL:123'].some(isPage)).toBe(false)
})

test('a path of the site becomes an absolute URL', () => {
  expect(toAbsolute('/cafe?a=1', 'https://venue.example')).toBe('https://venue.example/cafe?a=1')
  expect(toAbsolute('mailto:a@b.example', 'https://venue.example')).toBe('mailto:a@b.example')
})
