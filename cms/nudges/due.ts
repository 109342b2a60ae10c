import { createLocalReq, type Payload } from 'payload'
import { record } from '../audit/service.ts'
import { databaseOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { log } from '../log.ts'
import { findDueNudges, lockFreeNudge, setMissed } from './queries/nudges.ts'
import { startNudge } from './start.ts'

/**
 * Starts the scheduled nudges whose time has come, each in its own transaction. One that is later than it
 * would have been valid, because no process ran, becomes a draft again.
 */
export async function startDueNudges(payload: Payload): Promise<void> {
  for (const id of await findDueNudges(databaseOf(payload))) {
    const req = await createLocalReq({}, payload)
    await inTransaction(req, async (db) => {
      const nudge = await lockFreeNudge(db, id)
      if (nudge?.state !== 'scheduled' || !nudge.at || +nudge.at > Date.now()) return
      const entry = { subject: nudge.text, of_collection: 'nudges', document: id, by: null }
      if (Date.now() - +nudge.at >= nudge.ttlMinutes * 60_000) {
        await setMissed(db, id)
        await record(req, { ...entry, action: 'nudge_missed' })
        log.warn({ nudge: id }, 'a scheduled nudge was too late and became a draft')
        return
      }
      const details = await startNudge(req, db, nudge)
      await record(req, { ...entry, action: 'nudge_started', details })
      log.info({ nudge: id, ...details }, 'a scheduled nudge is being sent')
    })
  }
}
