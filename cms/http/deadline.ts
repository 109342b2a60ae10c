// A timer that fires later than this shows that this process was blocked.
const lateMs = 100

/**
 * Calls `onOver` once the time is over. If this process was blocked at that moment, the time starts again: what is
 * waited for may have arrived without being read.
 * @returns ends it
 */
export function startDeadline(ms: number, onOver: () => void): () => void {
  let timer: NodeJS.Timeout
  const start = () => {
    const dueAt = performance.now() + ms
    timer = setTimeout(() => (performance.now() > dueAt + lateMs ? start() : onOver()), ms)
  }
  start()
  return () => clearTimeout(timer)
}
