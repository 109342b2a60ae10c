/**
 * The maximum number of retries after a failed request. Each retry waits twice as long as the one before, but less than
 * 30 s. Source: spec section 7.
 */
const maxRetries = 3
const firstRetryMs = 1_000
/** How long an event waits for other events, so that they share a request. */
const batchAfterMs = 5_000
const maxBatch = 50
/** The most events that wait. Further events are dropped. */
const maxWaiting = 500

/**
 * Keeps events until the server has them, also while there is no connection. An event replaces an earlier one with the
 * same id.
 * @param send returns whether the events are done; otherwise they are sent again
 */
export function createQueue<Event extends { id: string }>(
  send: (events: Event[]) => Promise<boolean | undefined>,
) {
  const waiting = new Map<string, Event>()
  let isSending = false
  let retries = 0
  let timer: ReturnType<typeof setTimeout> | 0 = 0

  const pause = () => {
    clearTimeout(timer)
    timer = 0
  }
  const schedule = (afterMs: number) => {
    timer ||= setTimeout(flush, afterMs)
  }
  const next = () => [...waiting.values()].slice(0, maxBatch)

  /** Sends the next batch at once. */
  async function flush(): Promise<void> {
    pause()
    if (isSending || !waiting.size) return
    isSending = true
    const batch = next()
    const isDone = await send(batch)
    isSending = false
    if (isDone) {
      retries = 0
      // An event that was replaced meanwhile is sent again.
      for (const each of batch) if (waiting.get(each.id) === each) waiting.delete(each.id)
      if (waiting.size) schedule(batchAfterMs)
    } else if (retries < maxRetries) {
      schedule(firstRetryMs * 2 ** retries++)
    } else {
      // The next event, or the return of the connection, starts sending again.
      retries = 0
    }
  }

  return {
    flush,
    /** Sends nothing until the next call of `put` or `flush`. */
    pause,
    /** The events of the next batch. They stay in the queue. */
    next,
    put(event: Event) {
      if (waiting.has(event.id) || waiting.size < maxWaiting) waiting.set(event.id, event)
      schedule(batchAfterMs)
    },
  }
}
