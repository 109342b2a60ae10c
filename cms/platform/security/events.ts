import type { Payload } from 'payload'
import { Counter } from 'prom-client'
import { databaseOf } from '../database/query.ts'
import { startWorker, type WorkerLoop } from '../jobs/background.ts'
import { log } from '../runtime/log/log.ts'
import { createRepeatFilter } from '../runtime/log/repeats.ts'
import { perStart } from '../runtime/state.ts'
import { pseudonymOf } from './pseudonym.ts'
import { addEvents, type EventCount } from './queries.ts'
import type { SecurityEventKind } from './rules.ts'

/**
 * How many pairs of kind and client are counted separately between two writes. Events of further pairs are
 * counted by kind only.
 */
const maxPending = 500
const writeEveryMs = 3000

const pendingEvents = perStart(() => new Map<string, EventCount>())
const shouldLog = createRepeatFilter(writeEveryMs, (kind, further) =>
  log.warn({ event: kind, further }, 'further security events'),
)

/** Counts security events of this process since it started. */
export const securityCounter = new Counter({
  name: 'security_events_total',
  help: 'Failed sign-ins, exceeded limits, forged tokens and the like',
  labelNames: ['kind'],
  registers: [],
})

/**
 * Counts a security event for `/metrics` and the admin. Of each kind, one event in three seconds is logged, and
 * then the number of further events, so that an attack does not fill the log.
 * @param details more fields for the log, without personal data
 */
export function recordSecurityEvent(
  req: { headers: Headers },
  kind: SecurityEventKind,
  details: Record<string, unknown> = {},
): void {
  securityCounter.inc({ kind })
  const pending = pendingEvents()
  const pseudonym = pseudonymOf(req, new Date())
  const client = pending.size < maxPending || pending.has(`${kind} ${pseudonym}`) ? pseudonym : ''
  const key = `${kind} ${client}`
  const existing = pending.get(key)
  if (existing) existing.count++
  else pending.set(key, { kind, client, count: 1 })
  if (shouldLog(kind)) log.warn({ event: kind, client, ...details }, 'security event')
}

/** Writes the counts of this process to the database. Counts of a failed write are kept. */
async function writeEvents(payload: Payload): Promise<void> {
  const pending = pendingEvents()
  if (!pending.size) return
  const counts = [...pending].map(([key, event]) => ({ key, ...event }))
  await addEvents(databaseOf(payload), counts)
  for (const { key, count } of counts) {
    const existing = pending.get(key)
    if (existing && existing.count > count) existing.count -= count
    else pending.delete(key)
  }
}

/** Writes the counts every few seconds, and once more when the process stops. */
export function startEventWriter(payload: Payload): WorkerLoop {
  securityCounter.reset()
  const worker = startWorker('security events', writeEveryMs, () => writeEvents(payload))
  return { ...worker, stop: () => worker.stop(writeEvents(payload)) }
}
