/** A timer that fires this much later than it was due shows that the process was blocked. */
const blockedMs = 100

/**
 * Whether this process was blocked when a timer was due. The data that the timer guards may then have arrived in time
 * without being read. Called when the timer fires.
 * @param dueAt when the timer was due, in ms as `performance.now()` counts
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
