import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../tests/support/folders.ts'
import { readOrCreateSecret, stageSecret, writePrivateFile } from './stored-secret.ts'

let files: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  files = temporaryFolder()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  files.remove()
})

test.each(['with', 'without'])(
  '%s hard links, writePrivateFile() does not overwrite an existing file',
  (links) => {
    if (links === 'without') {
      vi.spyOn(fs, 'linkSync').mockImplementation(() => {
        throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
      })
      syncBuiltinESMExports()
    }
    const file = path.join(files.folder, 'secret')
    writePrivateFile(file, 'first')
    writePrivateFile(file, 'second')
    expect(fs.readFileSync(file, 'utf8')).toBe('first')
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(files.folder)).toEqual(['secret'])
  },
)

test('a secret is created once, and the error for a damaged file names the file', () => {
  const file = path.join(files.folder, 'secret')
  const kind = { what: 'The secret', repair: 'Restore it.' }
  const secret = readOrCreateSecret(file, kind)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(readOrCreateSecret(file, kind)).toBe(secret)
  for (const length of [0, 31, 32, 42]) {
    fs.writeFileSync(file, secret.slice(0, length))
    expect(() => readOrCreateSecret(file, kind)).toThrow(
      `${file} is damaged: the file has ${length} bytes`,
    )
  }
  fs.rmSync(file)
  fs.mkdirSync(file)
  expect(() => readOrCreateSecret(file, kind)).toThrow(
    `${file} cannot be read (EISDIR). Restore it.`,
  )
  fs.rmdirSync(file)
  fs.writeFileSync(file, secret)
  expect(readOrCreateSecret(file, kind)).toBe(secret)
  stageSecret(file, '32 characters, as are required.!').apply()
  expect(readOrCreateSecret(file, kind)).toBe('32 characters, as are required.!')
})
