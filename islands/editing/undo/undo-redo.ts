import { showToast } from '../../lib/toasts.ts'
import { whenSettled } from '../saving/pending-saves.ts'
import { saveChange } from '../saving/save-change.ts'
import { longLabelOf } from '../state/content-keys.ts'
import { $pageContext } from '../state/editing-state.ts'
import {
  type Direction,
  dataOf,
  dropOperation,
  moveOperation,
  nextOperation,
} from './undo-stack.ts'
import { readStack, writeStack } from './undo-store.ts'

let queue: Promise<void> = Promise.resolve()

/**
 * Undoes or redoes the last saved operation by a new save. If somebody has saved since, the conflict
 * is shown. Calls are queued.
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
  const label = longLabelOf(operation, $pageContext.get()?.page ?? '')
  const outcome = await saveChange(
    { key: operation, start, revision: operation.revision, data },
    { record: false, toastTitle: `${direction === 'undo' ? 'Undone' : 'Redone'}: ${label}` },
  )
  if (outcome.kind === 'saved') {
    writeStack(moveOperation(readStack(), direction, outcome.reply.revision))
  } else if (outcome.kind === 'conflict') {
    // Resolving the conflict records an operation of its own.
    writeStack(dropOperation(readStack(), direction))
  }
}
