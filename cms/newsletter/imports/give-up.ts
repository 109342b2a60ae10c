import { createLocalReq, type Payload } from 'payload'
import { record } from '../../audit/service.ts'
import { rows, sql } from '../../database/sql.ts'
import { translateForeign } from '../../http/foreign-errors.ts'
import { log } from '../../log.ts'

const mostTries = 3

type Noted = { tries: number; done: number; rows: number; by_id: number; by_name: string }

/** Ends an import that can’t go on, with the reason for whoever sent it. */
export async function refuse(payload: Payload, id: number, why: string): Promise<void> {
  const [refused] = await rows(
    payload,
    sql`update subscriber_imports set state = 'refused', refusal = ${why}, changed_at = now()
         where id = ${id} and state in ('reading', 'doing') returning id`,
  )
  if (!refused) return
  await rows(payload, sql`delete from subscriber_import_parts where import_id = ${id}`)
  await rows(payload, sql`delete from subscriber_import_rows where import_id = ${id}`)
}

/**
 * Counts a failure that is no fault of the file. What fails three times, one after the other, is given
 * up, so that others have their turn; an outage of the database does not count. What was done of it by
 * then stands in the trail.
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
  await refuse(payload, id, `It failed ${mostTries} times; the program’s log says why.${sofar}`)
  if (!done) return
  await record(await createLocalReq({}, payload), {
    action: 'import_given_up',
    subject: `a list of ${noted.rows} subscribers`,
    of_collection: 'subscribers',
    document: `import ${id}`,
    version: null,
    details: { done },
    by: { id: by_id, name: by_name },
  })
}
