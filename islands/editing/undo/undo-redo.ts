import { showToast } from '../../lib/toasts.ts'
import { whenSettled } from '../saving/pending-saves.ts'
import { saveChange } from '../saving/save-change.ts'
import { longLabelOf } from '../state/content-keys.ts'
import { $place } from '../state/editing-state.ts'
import {
  type Direction,
  dataOf,
  dropOperation,
  nextOperation,
  turnOperation,
} from './undo-stack.ts'
import { readStack, writeStack } from './undo-store.ts'

let line: Promise<void> = Promise.resolve()

/**
 * Undoes the last saved operation, or does it again, as a save of its own. It starts from the
 * revision it made: where somebody has saved since, the conflict is shown. Turns asked for quickly go
 * one after the other; none is lost.
 */
export function turnRound(direction: Direction): Promise<void> {
  line = line.then(() => turn(direction))
  return line
}

async function turn(direction: Direction): Promise<void> {
  await whenSettled()
  const operation = nextOperation(readStack(), direction)
  if (!operation) {
    showToast({ title: direction === 'undo' ? 'Nothing to undo.' : 'Nothing to redo.' })
    return
  }
  const data = dataOf(operation, direction)
  const start = direction === 'undo' ? operation.after : operation.before
  const label = longLabelOf(operation, $place.get()?.page ?? '')
  const outcome = await saveChange(
    { key: operation, start, revision: operation.revision, data },
    { record: false, said: `${direction === 'undo' ? 'Undone' : 'Redone'}: ${label}` },
  )
  if (outcome.kind === 'saved') {
    writeStack(turnOperation(readStack(), direction, outcome.reply.revision))
  } else if (outcome.kind === 'conflict') {
    // What is decided in the sheet is an operation of its own.
    writeStack(dropOperation(readStack(), direction))
  }
}
