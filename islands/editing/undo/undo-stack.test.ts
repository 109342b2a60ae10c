import { expect, test } from 'vitest'
import {
  dataOf,
  dropOperation,
  emptyStack,
  maxStackLength,
  moveOperation,
  nextOperation,
  type Operation,
  parseStack,
  pushOperation,
  reconcileStack,
  type UndoStack,
} from './undo-stack.ts'

const operation = (
  before: string,
  after: string,
  [from, revision]: [number | null, number],
  content_key = 'title',
): Operation => ({
  page: 'cafe',
  section: 'hero',
  content_key,
  content_type: 'text',
  before: { text: before },
  after: { text: after },
  from,
  revision,
})
const stackOf = (...operations: Operation[]): UndoStack =>
  operations.reduce(pushOperation, emptyStack)
const revisions = (list: readonly Operation[]) => list.map(({ revision }) => revision)

test('undo takes the newest operation, and redo the one that was undone last', () => {
  const stack = stackOf(operation('a', 'b', [null, 1]), operation('b', 'c', [1, 2]))
  const newest = nextOperation(stack, 'undo')
  expect(newest && dataOf(newest, 'undo')).toEqual({ text: 'b' })
  const undone = moveOperation(stack, 'undo', 3)
  const again = nextOperation(undone, 'redo')
  expect(again && dataOf(again, 'redo')).toEqual({ text: 'c' })
  expect(undone.done).toHaveLength(1)
})

test('all operations on one key can be undone and redone', () => {
  let stack = stackOf(operation('a', 'b', [null, 1]), operation('b', 'c', [1, 2]))
  stack = moveOperation(stack, 'undo', 3)
  expect(nextOperation(stack, 'undo')?.revision).toBe(3)
  stack = moveOperation(stack, 'undo', 4)
  expect(nextOperation(stack, 'redo')?.revision).toBe(4)
  stack = moveOperation(stack, 'redo', 5)
  expect(nextOperation(stack, 'redo')?.revision).toBe(5)
  stack = moveOperation(stack, 'redo', 6)
  expect(revisions(stack.done).at(-1)).toBe(6)
  stack = moveOperation(stack, 'undo', 7)
  expect(nextOperation(stack, 'undo')?.revision).toBe(7)
})

test('an operation keeps its revision after another person has saved the key', () => {
  const stack = stackOf(operation('a', 'b', [null, 1]), operation('x', 'y', [2, 3]))
  expect(nextOperation(moveOperation(stack, 'undo', 4), 'undo')?.revision).toBe(1)
})

test('operations on other keys are not changed', () => {
  const stack = stackOf(operation('a', 'b', [null, 1], 'lead'), operation('a', 'b', [1, 2]))
  expect(nextOperation(moveOperation(stack, 'undo', 9), 'undo')?.revision).toBe(1)
})

test('a new operation clears the redo list', () => {
  const stack = moveOperation(stackOf(operation('a', 'b', [null, 1])), 'undo', 2)
  expect(pushOperation(stack, operation('a', 'z', [2, 3])).undone).toEqual([])
})

test('the oldest operation is dropped when there are more than a hundred', () => {
  const stack = stackOf(
    ...Array.from({ length: 130 }, (_, index) => operation('a', 'b', [index, index + 1])),
  )
  expect(stack.done).toHaveLength(maxStackLength)
  expect(stack.done[0]?.revision).toBe(31)
})

test('an operation can be undone after publishing', () => {
  const stack = stackOf(operation('a', 'b', [null, 1]))
  const key = { page: 'cafe', section: 'hero', content_key: 'title', revision: 8 }
  const follow = (text: string) =>
    revisions(reconcileStack(stack, [{ ...key, content_data: { text } }]).done)
  expect(follow('b')).toEqual([8])
  expect(follow('somebody else’s')).toEqual([1])
})

test('dropOperation() removes the next operation', () => {
  const stack = stackOf(operation('a', 'b', [null, 1]))
  expect(dropOperation(stack, 'undo')).toEqual(emptyStack)
})

test.each([null, 'x', {}, { done: 1, undone: [] }])(
  'parseStack() returns an empty stack for %j',
  (stored) => {
    expect(parseStack(stored)).toEqual(emptyStack)
  },
)
