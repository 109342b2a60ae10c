import { expect, test } from 'vitest'
import { beginStart, perStart } from './state.ts'

test('state is shared until the program starts again', () => {
  const list = perStart((): string[] => [])
  list().push('a')
  expect(list()).toEqual(['a'])
  beginStart()
  expect(list()).toEqual([])
})
