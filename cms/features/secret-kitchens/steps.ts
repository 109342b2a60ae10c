import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import { announce } from '../../platform/database/announce.ts'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { isOutage } from '../../platform/http/foreign-errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { log } from '../../platform/runtime/log/log.ts'
import { endAllOf, withLocked } from '../reservations/service.ts'
import { drawDue } from './draw.ts'
import { bellJob, stepJob } from './job-types.ts'
import { dropKind } from './kind.ts'
import { type Drop, findDrop, listDue, lockDrop, readClock, stampDrop } from './queries/drops.ts'
import { bellMinutes, drawSeconds, isDrawDue, nextStep } from './rules.ts'
import { dropTags } from './tags.ts'

/** Schedules the next step of a drop, in the transaction that changed it. */
export async function scheduleStep(db: Database, drop: Drop): Promise<void> {
  const runAt = nextStep(drop, new Date())
  if (runAt) await enqueue(db, stepJob, { drop: drop.id }, { key: `drop:${drop.id}`, runAt })
}

/** Does what is due at a drop: rings the bell, draws, ends it. Idempotent. */
export async function advanceDrop(payload: Payload, id: number): Promise<void> {
  const db = databaseOf(payload)
  const drop = await findDrop(db, id)
  if (!drop?.announcedAt || drop.cancelledAt || drop.servedAt) return
  const now = await readClock(db)
  if (now >= drop.endsAt) return finish(await createLocalReq({}, payload), id)
  if (isDrawDue(drop, now)) await drawDue(payload, id)
  else await ring(payload, id)
  const after = await findDrop(db, id)
  if (after) await scheduleStep(db, after)
}

/** Rings the bell once, before the opening. */
async function ring(payload: Payload, id: number): Promise<void> {
  await inTransaction(await createLocalReq({}, payload), async (db) => {
    const drop = await lockDrop(db, id)
    const now = await readClock(db)
    if (!drop || drop.rungAt || drop.cancelledAt || now >= drop.opensAt) return
    if (now.getTime() < drop.opensAt.getTime() - bellMinutes * 60_000) return
    await stampDrop(db, id, 'rungAt')
    await enqueue(db, bellJob, { drop: id, news: 'bell' })
  })
}

/** Ends a drop: who did not collect is a no-show, and nobody waits any more. A repeated call does nothing. */
export async function finish(req: PayloadRequest, id: number): Promise<void> {
  await withLocked(dropKind, req, id, async (locked) => {
    const { db, subject } = locked
    if (subject.servedAt || subject.cancelledAt || !subject.announcedAt) return
    await endAllOf(locked)
    await stampDrop(db, id, 'servedAt')
    await announce(req, [dropTags.drop(id), dropTags.list])
  })
}

/** Advances all drops with a step that is due, in case the job of one was lost. */
export async function advanceAllDue(payload: Payload): Promise<void> {
  const due = await listDue(databaseOf(payload), { bellMinutes, drawSeconds })
  for (const id of due) {
    try {
      await advanceDrop(payload, id)
    } catch (error) {
      // The database is unavailable, so the whole job is repeated.
      if (isOutage(error)) throw error
      log.error({ err: error, drop: id }, 'a drop could not go on')
    }
  }
}
