import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { notedSiteUrl, noteSiteUrl } from './site-address.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'address-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('the address that was noted last is known; none, or what is none, is not', () => {
  expect(notedSiteUrl(folder)).toBeNull()
  noteSiteUrl(folder, 'http://localhost:3000')
  noteSiteUrl(folder, 'http://localhost:4000')
  expect(notedSiteUrl(folder)).toBe('http://localhost:4000')
  writeFileSync(path.join(folder, 'site-url'), 'nonsense')
  expect(notedSiteUrl(folder)).toBeNull()
  noteSiteUrl(path.join(folder, 'not there'), 'http://localhost:3000')
})
