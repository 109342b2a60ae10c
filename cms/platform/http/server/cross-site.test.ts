import { expect, test } from 'vitest'
import { isCrossSite } from './cross-site.ts'

const own = (origin: string) => origin === 'https://venue.example'

test.each([
  ['GET', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, false],
  ['HEAD', { origin: 'https://evil.example' }, false],
  ['POST', {}, false],
  ['POST', { origin: 'https://venue.example' }, false],
  ['POST', { origin: 'https://venue.example', 'sec-fetch-site': 'same-origin' }, false],
  ['POST', { 'sec-fetch-site': 'none' }, false],
  ['POST', { origin: 'https://evil.example' }, true],
  ['POST', { origin: 'null' }, true],
  ['POST', { origin: 'null', 'sec-fetch-site': 'same-origin' }, false],
  ['POST', { origin: 'null', 'sec-fetch-site': 'cross-site' }, true],
  ['POST', { origin: 'http://venue.example' }, true],
  ['POST', { 'sec-fetch-site': 'cross-site' }, true],
  ['POST', { 'sec-fetch-site': 'same-site' }, true],
  ['POST', { origin: 'https://venue.example', 'sec-fetch-site': 'cross-site' }, true],
  ['DELETE', { origin: 'https://evil.example' }, true],
  ['PATCH', { 'sec-fetch-site': 'cross-site' }, true],
])('a %s request with the headers %j is cross-site: %s', (method, headers, crossSite) => {
  expect(isCrossSite(method, headers, own)).toBe(crossSite)
})
