import { expect, test } from 'vitest'
import { StartError, startProblem } from './start-error.ts'

test('a start on a full disk says so in a sentence', () => {
  for (const full of [{ code: 'ENOSPC' }, { code: 'ERR_SQLITE_ERROR', errcode: 13 }]) {
    expect(startProblem(Object.assign(new Error(), full))).toMatch(/^The disk is full\./)
  }
})

test('other errors are printed with their stack, unless they are for whoever runs the program', () => {
  expect(startProblem(new StartError('The port is used.'))).toBe('The port is used.')
  expect(startProblem(new TypeError('x is not a function'))).toBeNull()
  expect(startProblem(undefined)).toBeNull()
})
