import { expect, test } from 'vitest'
import { changedPositions, moveItem, type Question } from './rules.ts'

const question = (id: number, position: number) => ({ id, position }) as Question

test('an item moves up or down, but not past the ends of the list', () => {
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moveItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moveItem(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a'])
  expect(moveItem(['a', 'b'], 1, -4)).toEqual(['b', 'a'])
  expect(moveItem(['a'], 3, 0)).toEqual(['a'])
})

test('only changed positions are listed', () => {
  expect(changedPositions([question(7, 1), question(5, 2)])).toEqual([])
  expect(changedPositions([question(5, 2), question(7, 1), question(9, 3)])).toEqual([
    { id: 5, position: 1 },
    { id: 7, position: 2 },
  ])
})
