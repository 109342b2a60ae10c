import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { isReferrerSpamOf, readList } from './referrer-spam.ts'
import { botRulesVersion } from './rules.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'referrer-spam-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a list in a file adds to the known sites; another list has another version', () => {
  const file = path.join(folder, 'spammers.txt')
  writeFileSync(file, '# Hosts\r\n\r\nwww.Spam.example\nxn--80aaab.example\n')
  const [known, list] = [readList(undefined), readList(file)]
  const isSpam = (site: string) => isReferrerSpamOf(list, site)
  expect(isSpam('https://spam.example')).toBe(true)
  expect(isSpam('http://a.SPAM.example.:81')).toBe(true)
  expect(isSpam('spam.example')).toBe(true)
  expect(isSpam('semalt.com')).toBe(true)
  expect(isSpam('notspam.example')).toBe(false)
  expect(isSpam('example')).toBe(false)
  expect(isSpam('')).toBe(false)
  expect(isReferrerSpamOf(known, 'spam.example')).toBe(false)
  expect(known.version).toBe(botRulesVersion * 2 ** 24)
  expect(list.version).not.toBe(known.version)
  expect(list.version).toBeLessThan(2 ** 31)
  writeFileSync(file, 'another.example')
  expect(readList(file).version).not.toBe(list.version)
})
