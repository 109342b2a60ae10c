import { createLocalReq, type Payload } from 'payload'
import { databaseOf, type Executor, rows, sql } from '../../database/sql.ts'
import { storable } from '../../database/storable.ts'
import { inTransaction } from '../../database/transaction.ts'
import { parseAddress } from '../../mail/address.ts'
import type { BirthdayOrder } from '../csv/birthday-orders.ts'
import { type Columns, columnsOf, textsOf } from '../csv/columns.ts'
import { textOf, UnreadableFile } from '../csv/encoding.ts'
import { recordsOf } from '../csv/records.ts'
import { refuse } from './give-up.ts'
import { judge } from './judge.ts'
import { knownOf } from './known.ts'

const batch = 500
const mostRows = 1_000_000
const mostTogether = 1024 * 1024
const mostColumns = 200
const longestCell = 10_000
const keptOfCell = 200

type Job = { id: number; birthday_order: BirthdayOrder }
type Row = { number: number; cells: string[]; fault: string | null }

/**
 * Reads an uploaded file, and notes of each row what would become of it. Nothing else changes. All of
 * it is one transaction: a process that dies leaves nothing of it.
 */
export async function readUploaded(payload: Payload, id: number): Promise<void> {
  const req = await createLocalReq({}, payload)
  try {
    await inTransaction(req, async (db) => {
      const { rows: found } = await db.execute(sql`
        select id, birthday_order from subscriber_imports
         where id = ${id} and state = 'reading' for update`)
      const job = found[0] as Job | undefined
      if (job) await readImport(payload, db, job)
    })
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    await refuse(payload, id, error.message)
  }
}

async function readImport(payload: Payload, db: Executor, { id, birthday_order: order }: Job) {
  let header: string[] | undefined
  let columns: Columns = []
  let waiting: Row[] = []
  let held = 0
  let number = 0
  const judgeWaiting = async () => {
    await keepRows(db, id, columns, waiting, order)
    waiting = []
    held = 0
  }
  for await (const record of recordsOf(textOf(partsOf(payload, db, id)))) {
    if (!header) {
      if (record.length > mostColumns) {
        throw new UnreadableFile(`The file has more than ${mostColumns} columns.`)
      }
      header = record.map((each) => storable(each))
      columns = columnsOf(header)
      continue
    }
    if (++number > mostRows) throw new UnreadableFile('The file has more than a million rows.')
    const row = rowOf(number, record, header)
    waiting.push(row)
    held += row.cells.reduce((sum, { length }) => sum + length, 0)
    if (waiting.length === batch || held > mostTogether) await judgeWaiting()
  }
  if (!number) throw new UnreadableFile('The file has a first row, and nobody below it.')
  if (waiting.length) await judgeWaiting()
  await db.execute(sql`
    update subscriber_imports
       set state = 'ready', header = ${JSON.stringify(header)}::jsonb, rows = ${number},
           changed_at = now()
     where id = ${id}`)
  await db.execute(sql`delete from subscriber_import_parts where import_id = ${id}`)
}

async function* partsOf(payload: Payload, db: Executor, id: number): AsyncGenerator<Buffer> {
  await rows(
    payload,
    sql`update subscriber_import_parts set is_read = false where import_id = ${id} and is_read`,
  )
  for (let number = 1; ; number++) {
    const { rows: found } = await db.execute(sql`
      select bytes from subscriber_import_parts where import_id = ${id} and number = ${number}`)
    const [part] = found as { bytes: Buffer }[]
    if (!part) return
    yield part.bytes
    // Outside the transaction: whoever waits sees how far it is.
    await databaseOf(payload).execute(sql`
      update subscriber_import_parts set is_read = true where import_id = ${id} and number = ${number}`)
  }
}

function rowOf(number: number, record: string[], header: string[]): Row {
  if (record.length > header.length + mostColumns) {
    const cells = record.slice(0, header.length).map((each) => storable(each.slice(0, keptOfCell)))
    return { number, cells, fault: `The row has ${record.length} cells; here the rest is cut off.` }
  }
  const cells = record.map(storable)
  const isLong = cells.some(({ length }) => length > longestCell)
  const short = isLong ? cells.map((each) => each.slice(0, keptOfCell)) : cells
  return { number, cells: short, fault: faultOf(record, cells, header) }
}

function faultOf(record: string[], cells: string[], header: string[]): string | null {
  if (cells.some(({ length }) => length > longestCell)) {
    return `A cell has more than ${longestCell} characters; here they are cut to ${keptOfCell}.`
  }
  if (record.some((each) => each.includes('\0'))) {
    return 'A cell held characters that are none; here they are taken out.'
  }
  return cells.slice(header.length).some(Boolean)
    ? 'The row has more cells than the first one: does a comma stand in a cell without quotation marks?'
    : null
}

async function keepRows(
  db: Executor,
  id: number,
  columns: Columns,
  waiting: Row[],
  order: BirthdayOrder,
): Promise<void> {
  const said = waiting.map((row) => {
    const texts = textsOf(row.cells, columns)
    return { ...row, texts, email: parseAddress(texts.email ?? '') }
  })
  const emails = [...new Set(said.flatMap(({ email }) => email ?? []))]
  const known = await knownOf(db, emails, { holds: false })
  const taken = await rowsTaken(db, id, emails)
  const now = new Date()
  const judged = said.map(({ number, cells, fault, texts, email }) => {
    const kept = { number, email, cells }
    const reject = (reason: string) => ({ ...kept, verdict: 'rejected', reason })
    if (fault) return reject(fault)
    const before = email && taken.get(email)
    // The first row of a spreadsheet is the header.
    if (before) return reject(`The same address stands in row ${before + 1} already.`)
    const nobody = { person: null, confirmedAt: null, suppressed: null }
    const judgement = judge(texts, (email && known.get(email)) || nobody, { order, now })
    if (judgement.verdict === 'rejected') return reject(judgement.reason)
    if (email) taken.set(email, number)
    return { ...kept, verdict: judgement.verdict, reason: null }
  })
  await db.execute(sql`
    insert into subscriber_import_rows (import_id, number, email, cells, verdict, reason)
    select ${id}, number, email, cells, verdict, reason
      from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as judged (
             number int, email text, cells jsonb, verdict text, reason text)`)
}

async function rowsTaken(db: Executor, id: number, emails: string[]): Promise<Map<string, number>> {
  const { rows: taken } = await db.execute(sql`
    select email, number from subscriber_import_rows
     where import_id = ${id} and verdict <> 'rejected'
       and email in (select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb))`)
  return new Map(taken.map(({ email, number }) => [String(email), Number(number)]))
}
