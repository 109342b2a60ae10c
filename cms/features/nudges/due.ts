import { createLocalReq, type Payload } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { log } from '../../platform/runtime/log/log.ts'
import { perPayload } from '../../platform/runtime/state.ts'
import { findAudienceProblem } from './audience/check-audience.ts'
import { findDueNudges, setMissed, tryLockNudge } from './queries/nudges.ts'
import { startNudge } from './start.ts'

/** Nudges that could not be started; each one is logged once. */
const failingNudges = perPayload(() => new Set<number>())

/** Starts all nudges that are due. A nudge that fails is retried later and does not delay the others. */
export async function startDueNudges(payload: Payload): Promise<void> {
  const failing = failingNudges(payload)
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
 * Starts a scheduled nudge in a transaction. The nudge becomes a draft again if it is no longer valid because no
 * process ran in time, or if its member or a topic of its audience no longer exists.
 */
async function startDueNudge(payload: Payload, id: number): Promise<void> {
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    const nudge = await tryLockNudge(db, id)
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
