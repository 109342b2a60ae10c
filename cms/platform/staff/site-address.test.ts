import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSiteUrl, storeSiteUrl } from './site-address.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'address-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('the stored site URL is read back; an invalid one is read as null', () => {
  expect(readSiteUrl(folder)).toBeNull()
  storeSiteUrl(folder, 'http://localhost:3000')
  storeSiteUrl(folder, 'http://localhost:4000')
  expect(readSiteUrl(folder)).toBe('http://localhost:4000')
  writeFileSync(path.join(folder, 'site-url'), 'nonsense')
  expect(readSiteUrl(folder)).toBeNull()
  storeSiteUrl(path.join(folder, 'not there'), 'http://localhost:3000')
})
