import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import { record } from '../../audit/service.ts'
import { type Executor, sql } from '../../database/sql.ts'
import { inTransaction } from '../../database/transaction.ts'
import { findVenue } from '../../venue/service.ts'
import type { BirthdayOrder } from '../csv/birthday-orders.ts'
import { columnsOf, textsOf } from '../csv/columns.ts'
import { findWording, holdAddresses } from '../service.ts'
import { judge } from './judge.ts'
import { type KnownAddress, knownOf } from './known.ts'
import { countVerdicts } from './service.ts'
import { type Question, writeJudged } from './write.ts'

const batch = 500

type Job = {
  id: number
  birthday_order: BirthdayOrder
  header: string[]
  rows: number
  done: number
  asks: boolean
  by_id: number
  by_name: string
}
type Row = { number: number; email: string; cells: string[] }

/**
 * Carries some rows of an import out, in one transaction with the note that they are done: another
 * process goes on from there. What becomes of each row is decided anew, as things stand now, while the
 * addresses are locked.
 * @param lock how the addresses are locked meanwhile
 * @returns whether there was something to do
 */
export async function carryOutRows(
  payload: Payload,
  id: number,
  lock = holdAddresses,
): Promise<boolean> {
  const req = await createLocalReq({}, payload)
  // Before the transaction, within which it would wait for a second connection.
  const question = { venue: await findVenue(payload), ...(await findWording(payload)) }
  return inTransaction(req, async (db) => {
    const { rows: found } = await db.execute(sql`
      select id, birthday_order, header, rows, done, asks, by_id, by_name from subscriber_imports
       where id = ${id} and state = 'doing' for update`)
    const job = found[0] as Job | undefined
    if (!job) return false
    const { rows: some } = await db.execute(sql`
      select number, email, cells from subscriber_import_rows
       where import_id = ${job.id} and number > ${job.done} and verdict <> 'rejected'
       order by number limit ${batch}`)
    const rows = some as Row[]
    if (rows.length) await carryOut(db, question, job, rows, lock)
    else await finish(db, req, job)
    return rows.length > 0
  })
}

async function carryOut(
  db: Executor,
  question: Question,
  job: Job,
  rows: Row[],
  lock: typeof holdAddresses,
): Promise<void> {
  const emails = rows.map(({ email }) => email)
  await lock(db, emails)
  const known = await knownOf(db, emails, { holds: true })
  const columns = columnsOf(job.header)
  const options = { order: job.birthday_order, now: new Date() }
  const judged = rows.map(({ number, email, cells }) => {
    // Every address that was asked for has an answer.
    const about = known.get(email) as KnownAddress
    return {
      number,
      email,
      known: about,
      judgement: judge(textsOf(cells, columns), about, options),
    }
  })
  await writeJudged(db, question, judged, job)
  const verdicts = judged.map(({ number, judgement }) => ({
    number,
    verdict: judgement.verdict,
    reason: judgement.verdict === 'rejected' ? judgement.reason : null,
  }))
  await db.execute(sql`
    update subscriber_import_rows as row set verdict = said.verdict, reason = said.reason
      from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) as said (
             number int, verdict text, reason text)
     where row.import_id = ${job.id} and row.number = said.number`)
  await db.execute(sql`
    update subscriber_imports set done = ${rows.at(-1)?.number ?? job.done}, changed_at = now()
     where id = ${job.id}`)
}

async function finish(db: Executor, req: PayloadRequest, { id, ...job }: Job): Promise<void> {
  const counts = await countVerdicts(db, id)
  await db.execute(sql`
    update subscriber_imports
       set state = 'done', done = rows, counts = ${JSON.stringify(counts)}::jsonb, changed_at = now()
     where id = ${id}`)
  await db.execute(
    sql`delete from subscriber_import_rows where import_id = ${id} and verdict <> 'rejected'`,
  )
  const { asks, ...others } = counts
  await record(req, {
    action: 'imported',
    subject: `a list of ${job.rows} ${job.rows === 1 ? 'subscriber' : 'subscribers'}`,
    of_collection: 'subscribers',
    document: `import ${id}`,
    version: null,
    details: { ...others, [job.asks ? 'asked' : 'left_out']: asks },
    by: { id: job.by_id, name: job.by_name },
  })
}
