/** Counts the time for which a page is visible. */
export function createVisibleTime() {
  let sinceMs: number | null = null
  let totalMs = 0
  const now = () => performance.now()
  const runningMs = () => (sinceMs === null ? 0 : now() - sinceMs)
  return {
    start() {
      sinceMs ??= now()
    },
    /** @returns whether the page was visible until now */
    stop(): boolean {
      const wasVisible = sinceMs !== null
      totalMs += runningMs()
      sinceMs = null
      return wasVisible
    },
    seconds: (): number => (totalMs + runningMs()) / 1000,
  }
}
