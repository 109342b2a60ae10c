import type {
  ContentData,
  ContentKey,
  ContentType,
} from '../../../cms/features/content/editing/contract.ts'
import { isSameKey, pathOf } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { isSameContent } from '../../../cms/features/content/rules.ts'

export type Operation = ContentKey & {
  content_type: ContentType
  before: ContentData
  after: ContentData
  /** The key's revision before the operation was last done or undone. */
  from: number | null
  /**
   * The resulting revision; null if nothing is stored any more. The operation can be undone or redone while this is the key's
   * newest revision.
   */
  revision: number | null
}
export type UndoStack = { done: readonly Operation[]; undone: readonly Operation[] }
export type Direction = 'undo' | 'redo'

export const emptyStack: UndoStack = { done: [], undone: [] }
export const maxStackLength = 100

/** Adds an operation, clears the redo list and drops the oldest operation if there are too many. */
export const pushOperation = ({ done }: UndoStack, operation: Operation): UndoStack => ({
  done: [...done, operation].slice(-maxStackLength),
  undone: [],
})

/** The next operation to undo or redo. */
export const nextOperation = ({ done, undone }: UndoStack, direction: Direction) =>
  (direction === 'undo' ? done : undone).at(-1) ?? null

/** The content that undoing or redoing an operation saves. */
export const dataOf = ({ before, after }: Operation, direction: Direction): ContentData =>
  direction === 'undo' ? before : after

/**
 * Moves the next operation to the other list after it was undone or redone as `revision`. Earlier
 * operations on the same key then continue from that revision.
 */
export function moveOperation(
  { done, undone }: UndoStack,
  direction: Direction,
  revision: number,
): UndoStack {
  const [from, to] = direction === 'undo' ? [done, undone] : [undone, done]
  const operation = from.at(-1)
  if (!operation) return { done, undone }
  const remaining = from
    .slice(0, -1)
    .map((each) =>
      isSameKey(each, operation) && each.revision === operation.from ? { ...each, revision } : each,
    )
  const moved = [...to, { ...operation, from: operation.revision, revision }]
  return direction === 'undo'
    ? { done: remaining, undone: moved }
    : { done: moved, undone: remaining }
}

/** Removes the next operation, which can no longer be undone or redone. */
export const dropOperation = ({ done, undone }: UndoStack, direction: Direction): UndoStack =>
  direction === 'undo' ? { done: done.slice(0, -1), undone } : { done, undone: undone.slice(0, -1) }

/** Adopts new revisions of unchanged content, so that undo still works after publishing. */
export function reconcileStack(
  { done, undone }: UndoStack,
  keys: readonly (ContentKey & { content_data: ContentData; revision: number | null })[],
): UndoStack {
  const updateRevisions = (list: readonly Operation[], side: 'before' | 'after') => {
    const seen = new Set<string>()
    return list
      .toReversed()
      .map((each) => {
        const path = pathOf(each)
        if (seen.has(path)) return each
        seen.add(path)
        const revision = keys.find(
          (key) => isSameKey(key, each) && isSameContent(key.content_data, each[side]),
        )?.revision
        return revision ? { ...each, revision } : each
      })
      .toReversed()
  }
  return { done: updateRevisions(done, 'after'), undone: updateRevisions(undone, 'before') }
}

/** Parses a stored stack. Invalid data gives an empty stack. */
export function parseStack(stored: unknown): UndoStack {
  const { done, undone } = (stored ?? {}) as Partial<UndoStack>
  return Array.isArray(done) && Array.isArray(undone) ? { done, undone } : emptyStack
}
