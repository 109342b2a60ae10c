/** If a timer fires at least this much too late, the process was blocked. */
const blockedMs = 100

/**
 * Whether this process was blocked when a timeout was due. If it was, the expected data may have arrived in time, but
 * this process has not read them yet. Called when the timeout fires.
 * @param dueAt when the timeout was due, in ms as `performance.now()` counts
 */
export const wasBlocked = (dueAt: number): boolean => performance.now() >= dueAt + blockedMs

/**
 * Calls `onOver` after `ms` milliseconds. If this process was blocked at that moment, the time starts again.
 * @returns a function that cancels the deadline
 */
export function startDeadline(ms: number, onOver: () => void): () => void {
  let timer: NodeJS.Timeout
  const start = () => {
    const dueAt = performance.now() + ms
    timer = setTimeout(() => (wasBlocked(dueAt) ? start() : onOver()), ms)
  }
  start()
  return () => clearTimeout(timer)
}
