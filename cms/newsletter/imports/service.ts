import type { Payload, PayloadRequest } from 'payload'
import { databaseOf, type Executor, rows, sql } from '../../database/sql.ts'
import { inTransaction } from '../../database/transaction.ts'
import { HttpError } from '../../http/errors.ts'
import { enqueue, enqueueMissing } from '../../jobs/enqueue.ts'
import type { BirthdayOrder } from '../csv/birthday-orders.ts'
import { columnsOf, reasonColumn } from '../csv/columns.ts'
import { written } from '../export.ts'
import { carryOutImport, importKey, readImport } from '../job-types.ts'
import type { ImportStanding, ImportState } from './contract.ts'
import { verdicts } from './judge.ts'

const partBytes = 128 * 1024
const most = 1000

/**
 * Takes a file in, part by part; a worker of any process reads it then.
 * @returns the import's number
 */
export async function receiveImport(
  req: PayloadRequest,
  file: { name: string; birthdays: BirthdayOrder; body: AsyncIterable<Uint8Array> },
  by: { id: number; name: string },
): Promise<number> {
  const db = databaseOf(req.payload)
  const { rows: made } = await db.execute(sql`
    insert into subscriber_imports (name, state, birthday_order, by_id, by_name)
    values (${file.name}, 'receiving', ${file.birthdays}, ${by.id}, ${by.name}) returning id`)
  const id = Number(made[0]?.id)
  try {
    let number = 0
    for await (const bytes of inParts(file.body)) {
      await db.execute(sql`
        insert into subscriber_import_parts (import_id, number, bytes)
        values (${id}, ${++number}, ${bytes})`)
    }
    await inTransaction(req, async (db) => {
      await db.execute(sql`
        update subscriber_imports set state = 'reading', changed_at = now() where id = ${id}`)
      await enqueue(db, readImport, { id }, { key: importKey(id) })
    })
    return id
  } catch (error) {
    await db.execute(sql`delete from subscriber_imports where id = ${id}`)
    throw error
  }
}

async function* inParts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    waiting.push(chunk)
    length += chunk.length
    if (length < partBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length) yield Buffer.concat(waiting)
}

type Row = {
  id: number
  name: string
  by_name: string
  created_at: string | Date
  state: ImportState
  refusal: string | null
  header: string[] | null
  rows: number
  done: number
  counts: ImportStanding['counts'] | null
  asks: boolean | null
  parts: number
  parts_read: number
}

const asked = sql.raw(`
  select i.*, (select count(*)::int from subscriber_import_parts where import_id = i.id) as parts,
         (select count(*)::int from subscriber_import_parts
           where import_id = i.id and is_read) as parts_read
    from subscriber_imports as i`)

/**
 * How an import stands.
 * @throws HttpError `not_found`
 */
export async function importStanding(payload: Payload, id: number): Promise<ImportStanding> {
  const [row] = await rows<Row>(payload, sql`${asked} where id = ${id}`)
  if (!row) throw new HttpError('not_found', 'There is no such import any more.')
  const counts = row.counts ?? (await countVerdicts(databaseOf(payload), id))
  const reasons = await rows<{ reason: string; count: number }>(
    payload,
    sql`select reason, count(*)::int as count from subscriber_import_rows
         where import_id = ${id} and verdict = 'rejected'
         group by reason order by count(*) desc, reason limit 12`,
  )
  return { ...standingOf(row), counts, reasons }
}

/** How many rows of an import come to what. */
export async function countVerdicts(db: Executor, id: number): Promise<ImportStanding['counts']> {
  const { rows: counted } = await db.execute(sql`
    select verdict, count(*)::int as count from subscriber_import_rows where import_id = ${id}
     group by verdict`)
  const none = Object.fromEntries(verdicts.map((each) => [each, 0]))
  const found = Object.fromEntries(counted.map(({ verdict, count }) => [verdict, count]))
  return { ...none, ...found } as ImportStanding['counts']
}

/** The newest imports, without what stands in them. */
export async function newestImports(
  payload: Payload,
): Promise<Omit<ImportStanding, 'counts' | 'reasons'>[]> {
  const found = await rows<Row>(payload, sql`${asked} order by id desc limit 20`)
  return found.map(standingOf)
}

function standingOf(row: Row): Omit<ImportStanding, 'counts' | 'reasons'> {
  const { id, name, state, refusal, header, asks } = row
  const known = header ? columnsOf(header) : []
  const named = (header ?? []).map((each, place) => ({ header: each, as: known[place] ?? null }))
  const reading = row.parts ? row.parts_read / row.parts : 0
  return {
    id,
    name,
    by: row.by_name,
    at: new Date(row.created_at).toISOString(),
    state,
    refusal,
    progress: state === 'reading' ? reading : row.rows ? row.done / row.rows : 0,
    rows: row.rows,
    columns: named.flatMap(({ header, as }) => (as ? [{ header, as }] : [])),
    unused: named.flatMap((each) =>
      each.as || each.header.trim().toLowerCase() === reasonColumn ? [] : [each.header],
    ),
    unstated: asks === null ? null : asks ? 'ask' : 'leave_out',
  }
}

/**
 * Has an import carried out.
 * @param asks whether those whose consent is not stated are asked for it
 * @throws HttpError `conflict` where that was said before, or the file is not read yet
 */
export async function beginImport(req: PayloadRequest, id: number, asks: boolean): Promise<void> {
  await inTransaction(req, async (db) => {
    const { rows: begun } = await db.execute(
      sql`update subscriber_imports set state = 'doing', asks = ${asks}, changed_at = now()
           where id = ${id} and state = 'ready' returning id`,
    )
    if (!begun.length) {
      throw new HttpError('conflict', 'This import can’t be begun, or was begun already.')
    }
    await enqueue(db, carryOutImport, { id }, { key: importKey(id) })
  })
}

/**
 * Throws an import away that was not begun, or is done.
 * @throws HttpError `conflict` where it is under way
 */
export async function dropImport(req: PayloadRequest, id: number): Promise<void> {
  const [dropped] = await rows(
    req.payload,
    sql`delete from subscriber_imports
         where id = ${id} and state in ('ready', 'refused', 'done') returning id`,
  )
  if (!dropped) throw new HttpError('conflict', 'This import is under way, or is gone.')
}

/** Enqueues imports that are under way and whose job is missing. */
export async function enqueueUnfinishedImports(db: Executor): Promise<void> {
  for (const [state, type] of [
    ['reading', readImport],
    ['doing', carryOutImport],
  ] as const) {
    const { rows: found } = await db.execute(
      sql`select id from subscriber_imports where state = ${state}`,
    )
    const ids = found.map(({ id }) => Number(id))
    await enqueueMissing(
      db,
      type,
      ids.map((id) => ({ key: importKey(id), data: { id } })),
    )
  }
}

/** Throws away what nobody has begun for a day, and of what is done, a week later, what was rejected. */
export async function dropOldImports(payload: Payload): Promise<void> {
  await rows(
    payload,
    sql`delete from subscriber_imports
         where (state in ('receiving', 'ready', 'refused') and changed_at < now() - interval '1 day')
            or (state = 'done' and changed_at < now() - interval '7 days')`,
  )
}

/**
 * The rows that were rejected as a list like the one they came in, with a column that says why: mended,
 * it can be imported as it is.
 * @throws HttpError `not_found`
 */
export async function rejectedRows(payload: Payload, id: number): Promise<AsyncGenerator<string>> {
  const [found] = await rows<{ header: string[] | null }>(
    payload,
    sql`select header from subscriber_imports where id = ${id}`,
  )
  if (!found?.header) throw new HttpError('not_found', 'There is no such import any more.')
  const { header } = found
  const said = header.findIndex((each) => each.trim().toLowerCase() === reasonColumn)
  const withReason = (cells: string[], reason: string) => {
    const whole = header.map((_, place) => cells[place] ?? '').concat(cells.slice(header.length))
    return said < 0 ? whole.toSpliced(header.length, 0, reason) : whole.with(said, reason)
  }
  async function* list() {
    yield written([withReason(header, reasonColumn)])
    for (let after = 0; ; ) {
      const some = await rejectedAfter(databaseOf(payload), id, after)
      if (some.length) yield written(some.map(({ cells, reason }) => withReason(cells, reason)))
      after = some.at(-1)?.number ?? 0
      if (some.length < most) return
    }
  }
  return list()
}

async function rejectedAfter(db: Executor, id: number, after: number) {
  const { rows: some } = await db.execute(sql`
    select number, cells, reason from subscriber_import_rows
     where import_id = ${id} and verdict = 'rejected' and number > ${after}
     order by number limit ${most}`)
  return some as { number: number; cells: string[]; reason: string }[]
}
