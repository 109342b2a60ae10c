type View = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>

/**
 * Asks now and then again after every pause, as long as somebody can see the page. Back in view, it
 * asks at once where the pause has passed meanwhile.
 * @returns what ends it
 */
export function pollWhileVisible(
  ask: () => void,
  everyMs: number,
  view: View = document,
): () => void {
  let askedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const askWhenDue = () => {
    clearTimeout(timer)
    if (view.hidden) return
    const now = performance.now()
    if (now - askedAt >= everyMs) {
      askedAt = now
      ask()
    }
    timer = setTimeout(askWhenDue, askedAt + everyMs - now)
  }
  view.addEventListener('visibilitychange', askWhenDue)
  askWhenDue()
  return () => {
    clearTimeout(timer)
    view.removeEventListener('visibilitychange', askWhenDue)
  }
}
