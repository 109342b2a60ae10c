import { createLocalReq, type Payload } from 'payload'
import { z } from 'zod'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { isOutage } from '../../platform/http/foreign-errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobType } from '../../platform/jobs/job.ts'
import { log } from '../../platform/runtime/log/log.ts'
import { findLedgerSettings } from '../ledger/service.ts'
import { countWanted, listOrders } from './queries/orders.ts'
import { listDueRuns, lockRun, type Run, readClock, updateRun } from './queries/runs.ts'
import { afterCutOff, atDayEnd, nextStepAt, type RunTimes, stepDue } from './rules.ts'
import { cancelLocked, settleRun } from './settle.ts'
import { queueNews } from './tell.ts'

const stepData = z.object({ run: z.number() })
export const stepJob: JobType<z.output<typeof stepData>> = {
  name: 'lunch-run.step',
  data: stepData,
}

/** Schedules the next step of a run, in the transaction that changed it. */
export async function scheduleStep(db: Database, run: RunTimes & { id: number }): Promise<void> {
  const runAt = nextStepAt(run, new Date())
  if (runAt) await enqueue(db, stepJob, { run: run.id }, { key: `lunch-run:${run.id}`, runAt })
}

const membersOf = async (db: Database, run: Run): Promise<number[]> =>
  (await listOrders(db, run.id)).flatMap(({ member }) => member ?? [])

/** Does what is due in a run: asks for a runner, closes it at the cut-off, ends it at the end of its day. Idempotent. */
export async function advanceRun(payload: Payload, id: number): Promise<void> {
  const ledgerSettings = await findLedgerSettings(payload)
  await inTransaction(await createLocalReq({}, payload), async (db) => {
    const run = await lockRun(db, id)
    const step = run && stepDue(run, await readClock(db))
    if (!run) return
    if (step === 'ask') {
      await ask(db, run)
    } else if (step === 'close') {
      await closeRun(db, run)
    } else if (step === 'end') {
      const end = atDayEnd(run)
      if (end === 'cancel') {
        await queueNews(db, { news: 'cancelled', run: id, members: await cancelLocked(db, run) })
      } else {
        await settleRun(payload, db, ledgerSettings, { run, payee: end, runner: run.runner })
      }
    } else await scheduleStep(db, run)
  })
}

/**
 * Asks those who ordered for a runner. If nobody has ordered, nobody is asked yet: the run is advanced every minute, and
 * who orders after the others were asked is asked when they order.
 */
async function ask(db: Database, run: Run): Promise<void> {
  const members = await membersOf(db, run)
  const askedAt = members.length ? new Date() : null
  if (askedAt) {
    // The time is in the occasion, because a runner who steps down leaves a run that asks again.
    const occasion = String(askedAt.getTime())
    await updateRun(db, run.id, { askedAt })
    await queueNews(db, { news: 'ask', run: run.id, members, occasion })
  }
  await scheduleStep(db, { ...run, askedAt })
}

/** The cut-off of a locked run. */
async function closeRun(db: Database, run: Run): Promise<void> {
  const after = afterCutOff(run, await countWanted(db, run.id))
  if (after === 'cancelled') {
    await queueNews(db, { news: 'cancelled', run: run.id, members: await cancelLocked(db, run) })
    return
  }
  await updateRun(db, run.id, { state: 'closed' })
  await scheduleStep(db, { ...run, state: 'closed' })
  if (after === 'self') {
    await queueNews(db, { news: 'self', run: run.id, members: await membersOf(db, run) })
  }
}

/** Advances all runs with a step that is due, in case the job of one was lost. */
export async function advanceDueRuns(payload: Payload): Promise<void> {
  for (const id of await listDueRuns(databaseOf(payload))) {
    try {
      await advanceRun(payload, id)
    } catch (error) {
      // The database is unavailable, so the whole job is repeated.
      if (isOutage(error)) throw error
      log.error({ err: error, run: id }, 'a lunch run could not go on')
    }
  }
}
