import { createLocalReq, type Payload } from 'payload'
import { record } from '../../audit/service.ts'
import { type Executor, rows, sql } from '../../database/sql.ts'
import { inTransaction } from '../../database/transaction.ts'

type Progress = { done: number; rows: number; by_id: number; by_name: string }

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
 * Ends an import that failed so many times through no fault of the file. What was carried out by then
 * is written into the audit trail, in the same transaction.
 */
export async function giveUpImport(payload: Payload, id: number, attempts: number): Promise<void> {
  const [found] = await rows<Progress>(
    payload,
    sql`select done, rows, by_id, by_name from subscriber_imports where id = ${id}`,
  )
  if (!found) return
  const { done, by_id, by_name } = found
  const sofar = done ? ` Up to row ${done + 1} it was carried out.` : ''
  const why = `It failed ${attempts} times; the program’s log says why.${sofar}`
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    if (!(await end(db, id, why)) || !done) return
    await record(req, {
      action: 'import_given_up',
      subject: `a list of ${found.rows} subscribers`,
      of_collection: 'subscribers',
      document: `import ${id}`,
      version: null,
      details: { done },
      by: { id: by_id, name: by_name },
    })
  })
}
