import { createLocalReq, type Payload } from 'payload'
import { recordAll } from '../audit/service.ts'
import { type Executor, rows, sql } from '../database/sql.ts'
import { holdNames, inTransaction } from '../database/transaction.ts'
import { HttpError } from '../http/errors.ts'
import { log } from '../log.ts'
import { subjectOf } from './content.ts'
import { applyScheduled, type DueChange } from './scheduled-key.ts'

/** A change that could not be done is tried this often, with these pauses between; see `overdueMs`. */
const mostTries = 3
const pausesMs = [10_000, 60_000]

const isDue = sql`state = 'waiting' and at <= now() and coalesce(retry_at, at) <= now()`

/**
 * Does what is due, one batch after the other, each in a transaction of its own. Any number of
 * processes may do this at once: the first row of a batch is taken by one of them, the others pass
 * over it. A process that dies leaves the batch as it was, to whoever comes next.
 * @returns how many changes were done
 * @throws the database's error where it is away
 */
export async function runDueChanges(payload: Payload): Promise<number> {
  let count = 0
  for (;;) {
    const [due] = await rows(payload, sql`select from scheduled_changes where ${isDue} limit 1`)
    if (!due) return count
    const done = await runBatch(payload)
    if (done === null) return count
    count += done
  }
}

/** @returns how many changes were done, null where others are at all that is due */
async function runBatch(payload: Payload): Promise<number | null> {
  const req = await createLocalReq({}, payload)
  let taken: DueChange[] = []
  let at: DueChange | undefined
  try {
    return await inTransaction(req, async (db) => {
      taken = await takeBatch(db)
      if (!taken.length) return null
      // All at once, as whoever publishes several does: one by one, two would wait for each other.
      await holdNames(db, taken.map(subjectOf))
      for (const change of taken) {
        at = change
        const outcome = await applyScheduled(req, db, change)
        const state = outcome === 'done' ? 'done' : 'cancelled'
        const reason = outcome === 'done' ? null : 'Something later was published meanwhile.'
        await db.execute(
          sql`update scheduled_changes
                 set state = ${state}::enum_scheduled_changes_state, failure = ${reason},
                     done_at = now(), updated_at = now()
               where id = ${change.id}`,
        )
      }
      log.info({ changes: taken.map(subjectOf) }, 'scheduled changes are done')
      return taken.length
    })
  } catch (error) {
    if (!at) throw error
    await noteFailure(payload, taken, at, error)
    return 0
  }
}

async function takeBatch(db: Executor): Promise<DueChange[]> {
  const { rows: heads } = await db.execute(
    sql`select batch from scheduled_changes as s
         where ${isDue} and id = (
           select min(id) from scheduled_changes where batch = s.batch and state = 'waiting')
         order by at, id limit 1 for update skip locked`,
  )
  const [head] = heads
  if (!head) return []
  const { rows: all } = await db.execute(
    sql`select id, page, section, content_key, action::text as action, revision::int as revision,
               case when by_name is not null
                    then jsonb_build_object('id', by_id, 'name', by_name) end as by
          from scheduled_changes where batch = ${head.batch} and state = 'waiting'
         order by id for update`,
  )
  return all as unknown as DueChange[]
}

// All of a batch or none: one that can't be done keeps the others.
async function noteFailure(payload: Payload, batch: DueChange[], at: DueChange, error: unknown) {
  const why = error instanceof HttpError ? error.message : 'It failed; the program’s log says why.'
  const reason = `${subjectOf(at)}: ${why}`
  const ids = JSON.stringify(batch.map(({ id }) => id))
  const req = await createLocalReq({}, payload)
  const failed = await inTransaction(req, async (db) => {
    const { rows: marked } = await db.execute(
      sql`update scheduled_changes
             set tries = tries + 1, failure = ${reason}, updated_at = now(),
                 retry_at = now() + (case when tries = 0 then ${pausesMs[0]}::int
                                          else ${pausesMs[1]}::int end) * interval '1 ms',
                 state = case when tries + 1 < ${mostTries} then state else 'failed' end,
                 done_at = case when tries + 1 < ${mostTries} then null else now() end
           where state = 'waiting'
             and id in (select value::int from jsonb_array_elements_text(${ids}::jsonb))
          returning id, state::text as state`,
    )
    const given = marked.filter(({ state }) => state === 'failed').map(({ id }) => Number(id))
    const entries = batch
      .filter(({ id }) => given.includes(id))
      .map((change) => ({
        action: 'schedule_failed',
        subject: subjectOf(change),
        of_collection: 'scheduled_changes',
        document: change.id,
        version: null,
        details: { reason },
        by: null,
      }))
    await recordAll(req, entries)
    return given.length
  })
  log[failed ? 'error' : 'warn']({ err: error, batch: batch.map(({ id }) => id) }, reason)
}
