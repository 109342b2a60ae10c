import { expect, test } from 'vitest'
import { StartError, startProblem } from './start-error.ts'

test('a start on a full disk fails with a message about the disk', () => {
  for (const full of [{ code: 'ENOSPC' }, { code: 'ERR_SQLITE_ERROR', errcode: 13 }]) {
    expect(startProblem(Object.assign(new Error(), full))).toMatch(/^The disk is full\./)
  }
})

test('a StartError is printed as its message, any other error with its stack', () => {
  expect(startProblem(new StartError('The port is used.'))).toBe('The port is used.')
  expect(startProblem(new TypeError('x is not a function'))).toBeNull()
  expect(startProblem(undefined)).toBeNull()
})
