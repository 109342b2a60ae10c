import { z } from 'zod'
import { type Database, execute, findRow, findRows, requireRow, sql } from '../../database/query.ts'
import { type BirthdayOrder, birthdayOrders } from '../csv/birthday-orders.ts'
import { importStates, verdicts } from '../imports/rules.ts'

const idRow = z.object({ id: z.number() })
const header = z.array(z.string())
/** How many rows of an import have each verdict. */
const verdictCounts = z.record(z.enum(verdicts), z.number())
export type VerdictCounts = z.output<typeof verdictCounts>

const subscriberImport = z.object({
  id: z.number(),
  name: z.string(),
  byId: z.number(),
  byName: z.string(),
  createdAt: z.coerce.date(),
  state: z.enum(importStates),
  refusal: z.string().nullable(),
  header: header.nullable(),
  rows: z.number(),
  /** Rows already carried out. */
  done: z.number(),
  counts: verdictCounts.nullable(),
  /** Whether subscribers without a stated consent are asked for it. */
  asks: z.boolean().nullable(),
  parts: z.number(),
  partsRead: z.number(),
})
export type SubscriberImport = z.output<typeof subscriberImport>

const selectImports = sql.raw(`
  select id, name, by_id as "byId", by_name as "byName", created_at as "createdAt", state, refusal, header, rows, done,
         counts, asks,
         (select count(*)::int from subscriber_import_parts where import_id = i.id) as parts,
         (select count(*)::int from subscriber_import_parts
           where import_id = i.id and is_read) as "partsRead"
    from subscriber_imports as i`)

export const findImport = (db: Database, id: number): Promise<SubscriberImport | null> =>
  findRow(db, subscriberImport)`${selectImports} where id = ${id}`

export async function findImportsInState(
  db: Database,
  state: 'reading' | 'doing',
): Promise<number[]> {
  const query = sql`select id from subscriber_imports where state = ${state}`
  return (await findRows(db, idRow)`${query}`).map(({ id }) => id)
}

export const findNewestImports = (db: Database): Promise<SubscriberImport[]> =>
  findRows(db, subscriberImport)`${selectImports} order by id desc limit 20`

/** @returns the id */
export async function insertImport(
  db: Database,
  file: { name: string; birthdays: BirthdayOrder },
  by: { id: number; name: string },
): Promise<number> {
  const { id } = await requireRow(db, idRow)`
    insert into subscriber_imports (name, state, birthday_order, by_id, by_name)
    values (${file.name}, 'receiving', ${file.birthdays}, ${by.id}, ${by.name}) returning id`
  return id
}

export const setReading = (db: Database, id: number): Promise<number> =>
  execute(db)`update subscriber_imports set state = 'reading', changed_at = now() where id = ${id}`

export const setReady = (
  db: Database,
  id: number,
  file: { header: readonly string[] | undefined; rows: number },
): Promise<number> =>
  execute(db)`
    update subscriber_imports
       set state = 'ready', header = ${JSON.stringify(file.header)}::jsonb, rows = ${file.rows},
           changed_at = now()
     where id = ${id}`

/** @returns false unless the import was ready */
export async function setDoing(db: Database, id: number, asks: boolean): Promise<boolean> {
  const begun = await execute(db)`
    update subscriber_imports set state = 'doing', asks = ${asks}, changed_at = now()
     where id = ${id} and state = 'ready'`
  return begun > 0
}

/** Notes that rows up to `done` are carried out. */
export const setProgress = (db: Database, id: number, done: number): Promise<number> =>
  execute(db)`
    update subscriber_imports set done = ${done}, changed_at = now()
     where id = ${id}`

export const setDone = (db: Database, id: number, counts: VerdictCounts): Promise<number> =>
  execute(db)`
    update subscriber_imports
       set state = 'done', done = rows, counts = ${JSON.stringify(counts)}::jsonb,
           changed_at = now()
     where id = ${id}`

/** @returns false if the import had ended before */
export async function setRefused(db: Database, id: number, reason: string): Promise<boolean> {
  const refused = await execute(db)`
    update subscriber_imports set state = 'refused', refusal = ${reason}, changed_at = now()
     where id = ${id} and state in ('reading', 'doing')`
  return refused > 0
}

export const deleteImport = (db: Database, id: number): Promise<number> =>
  execute(db)`delete from subscriber_imports where id = ${id}`

/** @returns false if the import is under way or does not exist */
export async function deleteIdleImport(db: Database, id: number): Promise<boolean> {
  const deleted = await execute(db)`
    delete from subscriber_imports
     where id = ${id} and state in ('ready', 'refused', 'done')`
  return deleted > 0
}

/** Deletes imports that nobody began for a day, and finished ones after a week. */
export const deleteOldImports = (db: Database): Promise<number> =>
  execute(db)`
    delete from subscriber_imports
     where (state in ('receiving', 'ready', 'refused') and changed_at < now() - interval '1 day')
        or (state = 'done' and changed_at < now() - interval '7 days')`

const reading = z.object({ id: z.number(), birthdayOrder: z.enum(birthdayOrders) })
export type ReadingImport = z.output<typeof reading>

/** Locks an import to be read; null if it has another state. */
export const lockReadingImport = (db: Database, id: number): Promise<ReadingImport | null> =>
  findRow(db, reading)`
    select id, birthday_order as "birthdayOrder" from subscriber_imports
     where id = ${id} and state = 'reading' for update`

const running = reading.extend({
  header,
  rows: z.number(),
  done: z.number(),
  asks: z.boolean(),
  byId: z.number(),
  byName: z.string(),
})
export type RunningImport = z.output<typeof running>

/** Locks an import to be carried out; null if it has another state. */
export const lockRunningImport = (db: Database, id: number): Promise<RunningImport | null> =>
  findRow(db, running)`
    select id, birthday_order as "birthdayOrder", header, rows, done, asks, by_id as "byId",
           by_name as "byName"
      from subscriber_imports
     where id = ${id} and state = 'doing' for update`

export const insertPart = (
  db: Database,
  id: number,
  part: { number: number; bytes: Uint8Array },
): Promise<number> =>
  execute(db)`
    insert into subscriber_import_parts (import_id, number, bytes)
    values (${id}, ${part.number}, ${part.bytes})`

const partRow = z.object({ bytes: z.instanceof(Uint8Array) })

/**
 * The file of an import, part by part.
 * @param progress a connection outside the transaction: others see how much has been read
 */
export async function* readParts(
  db: Database,
  id: number,
  progress: Database,
): AsyncGenerator<Uint8Array> {
  await execute(progress)`
    update subscriber_import_parts set is_read = false where import_id = ${id} and is_read`
  for (let number = 1; ; number++) {
    const isPart = sql`import_id = ${id} and number = ${number}`
    const part = await findRow(db, partRow)`
      select bytes from subscriber_import_parts where ${isPart}`
    if (!part) return
    yield part.bytes
    await execute(progress)`update subscriber_import_parts set is_read = true where ${isPart}`
  }
}

export const deleteParts = (db: Database, id: number): Promise<number> =>
  execute(db)`delete from subscriber_import_parts where import_id = ${id}`
