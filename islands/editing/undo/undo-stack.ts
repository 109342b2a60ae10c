import type { ContentData, ContentKey, ContentType } from '../../../cms/editing/contract.ts'
import { sameData } from '../state/content-data.ts'
import { isSameKey } from '../state/content-keys.ts'

/** One saved operation. */
export type Operation = ContentKey & {
  content_type: ContentType
  before: ContentData
  after: ContentData
  /** The revision it was last done or undone from. */
  from: number | null
  /** The revision that came of it: where this is still the newest, it can be turned round. */
  revision: number
}
export type UndoStack = { done: readonly Operation[]; undone: readonly Operation[] }
export type Direction = 'undo' | 'redo'

export const emptyStack: UndoStack = { done: [], undone: [] }
export const longestStack = 100

/** After a new operation there is nothing to do again; the oldest is forgotten past a hundred. */
export const pushOperation = ({ done }: UndoStack, operation: Operation): UndoStack => ({
  done: [...done, operation].slice(-longestStack),
  undone: [],
})

/** What would be undone or done again next. */
export const nextOperation = ({ done, undone }: UndoStack, direction: Direction) =>
  (direction === 'undo' ? done : undone).at(-1) ?? null

/** What the next step writes. */
export const dataOf = ({ before, after }: Operation, direction: Direction): ContentData =>
  direction === 'undo' ? before : after

/**
 * The next operation was turned round and made `revision`. Those of the same key that waited for
 * what it had brought now wait for that one.
 */
export function turnOperation(
  { done, undone }: UndoStack,
  direction: Direction,
  revision: number,
): UndoStack {
  const [from, to] = direction === 'undo' ? [done, undone] : [undone, done]
  const turned = from.at(-1)
  if (!turned) return { done, undone }
  const waiting = from
    .slice(0, -1)
    .map((each) =>
      isSameKey(each, turned) && each.revision === turned.from ? { ...each, revision } : each,
    )
  const moved = [...to, { ...turned, from: turned.revision, revision }]
  return direction === 'undo' ? { done: waiting, undone: moved } : { done: moved, undone: waiting }
}

/** The next operation can't be turned round any more. */
export const dropOperation = ({ done, undone }: UndoStack, direction: Direction): UndoStack =>
  direction === 'undo' ? { done: done.slice(0, -1), undone } : { done, undone: undone.slice(0, -1) }

/**
 * Publishing makes a new revision of the same words: what they came from can still be turned round.
 */
export function reconcileStack(
  { done, undone }: UndoStack,
  keys: readonly (ContentKey & { content_data: ContentData; revision: number | null })[],
): UndoStack {
  const follow = (list: readonly Operation[], side: 'before' | 'after') => {
    const seen = new Set<string>()
    return list
      .toReversed()
      .map((each) => {
        const name = `${each.page}/${each.section}/${each.content_key}`
        if (seen.has(name)) return each
        seen.add(name)
        const revision = keys.find(
          (key) => isSameKey(key, each) && sameData(key.content_data, each[side]),
        )?.revision
        return revision ? { ...each, revision } : each
      })
      .toReversed()
  }
  return { done: follow(done, 'after'), undone: follow(undone, 'before') }
}

/** What a store held, as far as it is one of ours. */
export function parseStack(stored: unknown): UndoStack {
  const { done, undone } = (stored ?? {}) as Partial<UndoStack>
  return Array.isArray(done) && Array.isArray(undone) ? { done, undone } : emptyStack
}
