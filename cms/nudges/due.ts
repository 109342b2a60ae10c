import { createLocalReq, type Payload } from 'payload'
import { record } from '../audit/service.ts'
import { databaseOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { log } from '../log.ts'
import { findAudienceProblem } from './check-audience.ts'
import { findDueNudges, lockFreeNudge, setMissed } from './queries/nudges.ts'
import { startNudge } from './start.ts'

/** Nudges that could not be started; each one is logged once. */
const failing = new Set<number>()

/** Starts the scheduled nudges whose time has come. One that fails is tried again later, and delays no other. */
export async function startDueNudges(payload: Payload): Promise<void> {
  for (const id of await findDueNudges(databaseOf(payload))) {
    try {
      await startDueNudge(payload, id)
      failing.delete(id)
    } catch (error) {
      if (!failing.has(id)) {
        log.error(
          { err: error, nudge: id },
          'a scheduled nudge could not be started and is retried',
        )
      }
      failing.add(id)
    }
  }
}

/**
 * Starts a scheduled nudge in a transaction. It becomes a draft again if it is later than it would have been
 * valid, because no process ran, or if its member or a topic of its audience no longer exists.
 */
async function startDueNudge(payload: Payload, id: number): Promise<void> {
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    const nudge = await lockFreeNudge(db, id)
    if (nudge?.state !== 'scheduled' || !nudge.at || +nudge.at > Date.now()) return
    const entry = { subject: nudge.text, of_collection: 'nudges', document: id, by: null }
    const isLate = Date.now() - +nudge.at >= nudge.ttlMinutes * 60_000
    const reason = isLate
      ? 'Its time had passed.'
      : (await findAudienceProblem(payload, db, nudge))?.message
    if (reason) {
      await setMissed(db, id)
      await record(req, { ...entry, action: 'nudge_missed', details: { reason } })
      log.warn({ nudge: id, reason }, 'a scheduled nudge was not sent and became a draft')
      return
    }
    const details = await startNudge(req, db, nudge)
    await record(req, { ...entry, action: 'nudge_started', details })
    log.info({ nudge: id, ...details }, 'a scheduled nudge is being sent')
  })
}
