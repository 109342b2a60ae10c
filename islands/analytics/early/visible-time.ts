/** Counts the time for which a page is visible. Times are in ms of one clock. */
export function createVisibleTime() {
  let since: number | null = null
  let total = 0
  return {
    start(nowMs: number) {
      since ??= nowMs
    },
    /** @returns whether the page was visible until now */
    stop(nowMs: number): boolean {
      const wasVisible = since !== null
      total += nowMs - (since ?? nowMs)
      since = null
      return wasVisible
    },
    seconds: (nowMs: number): number => (total + nowMs - (since ?? nowMs)) / 1000,
  }
}
