import type { IncomingMessage } from 'node:http'

type Waiting = { timer: NodeJS.Timeout; onTimeout: () => void }

const waiting = new WeakMap<IncomingMessage, Waiting>()

/**
 * Limits how long a request may take to arrive.
 * @param onTimeout called if the request is not complete in time
 */
export function limitTime(req: IncomingMessage, withinMs: number, onTimeout: () => void): void {
  const { headers } = req
  if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return
  const stop = () => clearTimeout(waiting.get(req)?.timer)
  waiting.set(req, { timer: timerOf(req, withinMs, onTimeout), onTimeout })
  req.once('end', stop).once('close', stop)
}

/** Replaces the time limit of a request by a longer one, which starts now. */
export function extendTimeLimit(req: IncomingMessage, withinMs: number): void {
  const before = waiting.get(req)
  if (!before || req.complete) return
  clearTimeout(before.timer)
  waiting.set(req, { ...before, timer: timerOf(req, withinMs, before.onTimeout) })
}

const timerOf = (req: IncomingMessage, withinMs: number, onTimeout: () => void) =>
  setTimeout(() => {
    if (!req.complete) onTimeout()
  }, withinMs).unref()
