import { expect, test } from 'vitest'
import { beginStart, perStart } from './per-start.ts'

test('state is shared until the program starts again', () => {
  const list = perStart((): string[] => [])
  list().push('a')
  expect(list()).toEqual(['a'])
  beginStart()
  expect(list()).toEqual([])
})
