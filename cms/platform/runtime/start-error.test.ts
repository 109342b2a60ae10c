import { expect, test } from 'vitest'
import { StartError, startProblem } from './start-error.ts'

test('a start on a full disk fails with a message about the disk', () => {
  for (const full of [
    { code: 'ENOSPC' },
    { code: '53100' },
    { code: 'ERR_SQLITE_ERROR', errcode: 13 },
    { status: 1, stderr: Buffer.from('initdb: error: … No space left on device\n') },
  ]) {
    expect(startProblem(Object.assign(new Error(), full))).toMatch(/^The disk is full\./)
  }
})

test('a start without a database fails with a message about the database', () => {
  const gone = new Error('Failed query', { cause: Object.assign(new Error(), { code: '57P03' }) })
  const noSocket = Object.assign(new Error(), { code: 'ENOENT', syscall: 'connect' })
  const lost = new Error('Connection terminated unexpectedly')
  for (const error of [gone, noSocket, lost]) {
    expect(startProblem(error)).toMatch(/^The database cannot be reached/)
  }
  expect(startProblem(Object.assign(new Error(), { code: 'ENOENT', syscall: 'open' }))).toBeNull()
})

test('a StartError is printed as its message, any other error with its stack', () => {
  expect(startProblem(new StartError('The port is used.'))).toBe('The port is used.')
  expect(startProblem(new TypeError('x is not a function'))).toBeNull()
  expect(startProblem(undefined)).toBeNull()
})
