import { showToast } from '../lib/toasts.ts'
import { longLabelOf } from './key-names.ts'
import { whenSettled } from './pending.ts'
import { saveChange } from './saving.ts'
import { $place } from './state.ts'
import { readStack, writeStack } from './undo.ts'
import {
  type Direction,
  dataOf,
  dropOperation,
  nextOperation,
  turnOperation,
} from './undo-stack.ts'

let turning = false

/**
 * Undoes the last saved operation, or does it again, as a save of its own. It starts from the
 * revision it made: where somebody has saved since, the conflict is shown.
 */
export async function turnRound(direction: Direction): Promise<void> {
  if (turning) return
  turning = true
  try {
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
  } finally {
    turning = false
  }
}
