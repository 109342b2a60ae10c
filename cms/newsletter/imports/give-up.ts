import { createLocalReq, type Payload } from 'payload'
import { record } from '../../audit/service.ts'
import { type Executor, rows, sql } from '../../database/sql.ts'
import { inTransaction } from '../../database/transaction.ts'
import { translateForeign } from '../../http/foreign-errors.ts'
import { log } from '../../log.ts'

const mostTries = 3

type Noted = { tries: number; done: number; rows: number; by_id: number; by_name: string }

/** Ends an import that can’t go on, with the reason for whoever sent it. */
export async function refuse(payload: Payload, id: number, why: string): Promise<void> {
  await inTransaction(await createLocalReq({}, payload), (db) => end(db, id, why))
}

/** @returns whether it had not ended before */
async function end(db: Executor, id: number, why: string): Promise<boolean> {
  const { rows: refused } = await db.execute(sql`
    update subscriber_imports set state = 'refused', refusal = ${why}, changed_at = now()
     where id = ${id} and state in ('reading', 'doing') returning id`)
  if (!refused.length) return false
  await db.execute(sql`delete from subscriber_import_parts where import_id = ${id}`)
  await db.execute(sql`delete from subscriber_import_rows where import_id = ${id}`)
  return true
}

/**
 * Counts a failure that is no fault of the file. What fails three times, one after the other, is given
 * up, so that others have their turn; an outage of the database does not count. With that, what was
 * done of it by then is written into the trail, or neither is.
 * @throws the failure, where it is such an outage
 */
export async function noteFailure(payload: Payload, id: number, failure: unknown): Promise<void> {
  if (translateForeign(failure)?.code === 'unavailable') throw failure
  log.error({ err: failure, import: id }, 'an import failed')
  const [noted] = await rows<Noted>(
    payload,
    sql`update subscriber_imports set tries = tries + 1 where id = ${id}
        returning tries, done, rows, by_id, by_name`,
  )
  if (!noted || noted.tries < mostTries) return
  const { done, by_id, by_name } = noted
  const sofar = done ? ` Up to row ${done + 1} it was carried out.` : ''
  const why = `It failed ${mostTries} times; the program’s log says why.${sofar}`
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    if (!(await end(db, id, why)) || !done) return
    await record(req, {
      action: 'import_given_up',
      subject: `a list of ${noted.rows} subscribers`,
      of_collection: 'subscribers',
      document: `import ${id}`,
      version: null,
      details: { done },
      by: { id: by_id, name: by_name },
    })
  })
}
