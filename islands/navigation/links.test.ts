import { expect, test } from 'vitest'
import { isPage } from './links.ts'

test.each([
  ['/', true],
  ['/cafe', true],
  ['/common-room/member', true],
  ['/cmsx', true],
  ['/manage-event/a.b.c-d_e', true],
  ['/cms', false],
  ['/cms/login', false],
  ['/api/health', false],
  ['/media/0123456789abcdef/800.avif', false],
  ['/brand/common-people.zip', false],
  ['/sitemap.xml', false],
  ['/manifest.webmanifest', false],
])('%s is a page of the site: %s', (path, expected) => {
  expect(isPage(new URL(path, 'http://site'))).toBe(expected)
})
