import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../tests/support/folders.ts'
import { writePrivateFile } from './stored-secret.ts'

let files: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  files = temporaryFolder()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  files.remove()
})

test.each(['with', 'without'])('a private file is created once, %s hard links', (links) => {
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
})
