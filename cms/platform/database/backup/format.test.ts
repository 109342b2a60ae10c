import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { StartError } from '../../runtime/start-error.ts'
import { RowSum, readBackup } from './format.ts'

test.each([
  [path.join(tmpdir(), 'missing.backup.gz'), 'there is no such file'],
  [tmpdir(), 'it is a folder'],
])('a backup that cannot be read is refused: %s', async (file, reason) => {
  await expect(readBackup(file)).rejects.toEqual(
    new StartError(`${file} can’t be used: ${reason}.`),
  )
})

function sumOf(...parts: string[]) {
  const sum = new RowSum()
  for (const part of parts) sum.add(Buffer.from(part))
  return sum.get()
}

test('the sum of the row hashes depends neither on the order of the rows nor on how they are split into chunks', () => {
  const sum = sumOf('one\ntwo\n\nthree\n')
  expect(sum.rows).toBe(4)
  expect(sumOf('three\n\n', 'one\ntwo\n')).toEqual(sum)
  expect(sumOf('t', 'w', 'o\nthr', 'ee\n\non', 'e\n')).toEqual(sum)
})

test.each([
  ['a changed row', 'one\ntwo\n\nthre\n'],
  ['a missing row', 'one\ntwo\nthree\n'],
  ['a repeated row', 'one\ntwo\n\nthree\nthree\n'],
  ['two equal rows in place of others', 'one\none\n\nthree\n'],
])('%s changes the sum of the row hashes', (_, rows) => {
  expect(sumOf(rows).sum).not.toBe(sumOf('one\ntwo\n\nthree\n').sum)
})
