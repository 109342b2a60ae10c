import { $conflict, type Conflict } from '../state/editing-state.ts'

const waiting: Conflict[] = []

/** Shows a conflict once the earlier conflicts are resolved. */
export function enqueueConflict(conflict: Conflict): void {
  if ($conflict.get()) waiting.push(conflict)
  else $conflict.set(conflict)
}

export const showNextConflict = (): void => $conflict.set(waiting.shift() ?? null)

/** Stores all unresolved conflicts as unsaved changes, before the page is left. */
export function postponeConflicts(): void {
  for (let conflict = $conflict.get(); conflict; conflict = $conflict.get()) {
    conflict.postpone(conflict.mine)
  }
}
