import { textName } from '../../../cms/features/content/text-names.ts'
import { showToast } from '../../../cms/platform/ui/toasts.ts'
import { whenSettled } from '../saving/pending-saves.ts'
import { saveChange } from '../saving/save-change.ts'
import { findKey, isLive } from '../state/editing-state.ts'
import {
  type Direction,
  dataOf,
  dropOperation,
  moveOperation,
  nextOperation,
} from './undo-stack.ts'
import { readStack, writeStack } from './undo-store.ts'

const stillPublishedText =
  'Visitors still see what was published. This is a draft: Review publishes it.'

let queue: Promise<void> = Promise.resolve()

/**
 * Undoes or redoes the last saved operation by a new save. If somebody else has saved the key since the operation, the
 * conflict is shown. Calls are queued.
 */
export function undoOrRedo(direction: Direction): Promise<void> {
  queue = queue.then(() => run(direction))
  return queue
}

async function run(direction: Direction): Promise<void> {
  await whenSettled()
  const operation = nextOperation(readStack(), direction)
  if (!operation) {
    showToast({ title: direction === 'undo' ? 'Nothing to undo.' : 'Nothing to redo.' })
    return
  }
  const data = dataOf(operation, direction)
  const start = direction === 'undo' ? operation.after : operation.before
  const title = `${direction === 'undo' ? 'Undone' : 'Redone'}: ${textName(operation)}`
  const known = findKey(operation)
  const outcome = await saveChange(
    { key: operation, start, revision: operation.revision, data },
    {
      recordsUndo: false,
      toast: { title, ...(known && isLive(known) && { description: stillPublishedText }) },
    },
  )
  if (outcome.kind === 'saved') {
    writeStack(moveOperation(readStack(), direction, outcome.reply.revision))
  } else if (outcome.kind === 'conflict') {
    // The operation is dropped: if a save resolves the conflict, that save records a new operation.
    writeStack(dropOperation(readStack(), direction))
  }
}
