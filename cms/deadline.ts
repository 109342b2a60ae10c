const lateMs = 100

/**
 * Whether a timer fires so late that this process was blocked. The awaited data may then have arrived unread.
 * @param dueAt when the timer was due, in ms as `performance.now()` counts
 */
export const wasBlocked = (dueAt: number): boolean => performance.now() >= dueAt + lateMs

/**
 * Calls `onOver` once the time is over. If this process was blocked at that moment, the time starts again.
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
