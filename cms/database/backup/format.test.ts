import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { StartError } from '../../start-error.ts'
import { readBackup } from './format.ts'

test.each([
  [path.join(tmpdir(), 'missing.backup.gz'), 'there is no such file'],
  [tmpdir(), 'it is a folder'],
])('a backup that cannot be read is refused: %s', async (file, reason) => {
  await expect(readBackup(file)).rejects.toEqual(
    new StartError(`${file} can’t be used: ${reason}.`),
  )
})
