type View = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>

/**
 * Runs `poll` immediately and after each interval of `everyMs`, but only while the page is visible. When a hidden
 * page becomes visible and a poll is overdue, `poll` runs immediately.
 * @returns a function that stops polling
 */
export function pollWhileVisible(
  poll: () => void,
  everyMs: number,
  view: View = document,
): () => void {
  let polledAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const pollWhenDue = () => {
    clearTimeout(timer)
    if (view.hidden) return
    const now = performance.now()
    if (now - polledAt >= everyMs) {
      polledAt = now
      poll()
    }
    timer = setTimeout(pollWhenDue, polledAt + everyMs - now)
  }
  view.addEventListener('visibilitychange', pollWhenDue)
  pollWhenDue()
  return () => {
    clearTimeout(timer)
    view.removeEventListener('visibilitychange', pollWhenDue)
  }
}
