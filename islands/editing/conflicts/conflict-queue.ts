import { $conflict, type Conflict } from '../state/editing-state.ts'

const waiting: Conflict[] = []

/** Shows a conflict, after those that came before it. */
export function openConflict(conflict: Conflict): void {
  if ($conflict.get()) waiting.push(conflict)
  else $conflict.set(conflict)
}

/** It was decided; the next one, if there is one. */
export const closeConflict = (): void => $conflict.set(waiting.shift() ?? null)

/** The page is left: what is not decided is kept for later. */
export function leaveConflicts(): void {
  for (let open = $conflict.get(); open; open = $conflict.get()) open.later(open.mine)
}
