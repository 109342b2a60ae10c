import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findReadableRows,
  findRow,
  findRows,
  requireRow,
  type SQL,
  sql,
} from '../../../platform/database/query.ts'
import { type BirthdayOrder, birthdayOrders } from '../csv/birthday-orders.ts'
import { importStates, verdicts } from '../imports/rules.ts'
import {
  type FileLayout,
  fileLayout,
  type StoredSettings,
  storedSettings,
} from '../imports/settings.ts'

const header = z.array(z.string())
/** How many rows of an import have each verdict. */
const verdictCounts = z.record(z.enum(verdicts), z.number())
export type VerdictCounts = z.output<typeof verdictCounts>

const settings = z
  .unknown()
  .transform((stored): StoredSettings => storedSettings.parse(stored ?? {}))

const subscriberImport = z.object({
  id: z.number(),
  name: z.string(),
  byId: z.number(),
  byName: z.string(),
  createdAt: z.coerce.date(),
  state: z.enum(importStates),
  refusal: z.string().nullable(),
  header: header.nullable(),
  birthdayOrder: z.enum(birthdayOrders),
  settings,
  layout: fileLayout.nullable(),
  rows: z.number(),
  done: z.number(),
  counts: verdictCounts.nullable(),
  /** Whether people without a stated consent are asked for it by mail. */
  asks: z.boolean().nullable(),
  parts: z.number(),
  partsRead: z.number(),
})
export type SubscriberImport = z.output<typeof subscriberImport>

const selectImports = sql.raw(`
  select id, name, by_id as "byId", by_name as "byName", created_at as "createdAt", state, refusal, header, rows, done,
         counts, asks, birthday_order as "birthdayOrder", settings, layout,
         (select count(*)::int from subscriber_import_parts where import_id = i.id) as parts,
         (select count(*)::int from subscriber_import_parts
           where import_id = i.id and is_read) as "partsRead"
    from subscriber_imports as i`)

/** Locks an import until the transaction ends. */
export const lockImport = (db: Database, id: number): Promise<SubscriberImport | null> =>
  findRow(db, subscriberImport)`${selectImports} where id = ${id} for update of i`

export const findImport = (db: Database, id: number): Promise<SubscriberImport | null> =>
  findRow(db, subscriberImport)`${selectImports} where id = ${id}`

export async function findImportsInState(
  db: Database,
  state: 'reading' | 'doing',
): Promise<number[]> {
  return findRows(db, column(z.number()))`
    select id from subscriber_imports where state = ${state}`
}

export const findNewestImports = (db: Database): Promise<SubscriberImport[]> =>
  findReadableRows(db, subscriberImport, 'imports')`${selectImports} order by id desc limit 20`

/** @returns the id */
export const insertImport = (
  db: Database,
  file: { name: string; settings: StoredSettings },
  by: { id: number; name: string },
): Promise<number> =>
  requireRow(db, column(z.number()))`
    insert into subscriber_imports (name, state, birthday_order, settings, by_id, by_name)
    values (${file.name}, 'receiving', ${birthdayOrders[0]}, ${JSON.stringify(file.settings)}::jsonb,
            ${by.id}, ${by.name})
    returning id`

const update = (db: Database, id: number, changes: SQL) =>
  execute(db)`update subscriber_imports set ${changes}, changed_at = now() where id = ${id}`

export const setReading = (db: Database, id: number) => update(db, id, sql`state = 'reading'`)

/** Lets the rows of a file that was read be evaluated again. @returns whether the import was ready */
export async function setReadingAgain(
  db: Database,
  id: number,
  stated: StoredSettings,
): Promise<boolean> {
  const changed = await execute(db)`
    update subscriber_imports
       set state = 'reading', settings = ${JSON.stringify(stated)}::jsonb, changed_at = now()
     where id = ${id} and state = 'ready'`
  return changed > 0
}

export const setReady = (
  db: Database,
  id: number,
  file: { header: string[]; rows: number; order: BirthdayOrder; layout: FileLayout },
) =>
  update(
    db,
    id,
    sql`state = 'ready', header = ${JSON.stringify(file.header)}::jsonb, rows = ${file.rows},
        birthday_order = ${file.order}, layout = ${JSON.stringify(file.layout)}::jsonb`,
  )

/** Stores that the rows up to `done` were carried out. */
export const setProgress = (db: Database, id: number, done: number) =>
  update(db, id, sql`done = ${done}`)

export const setDone = (db: Database, id: number, counts: VerdictCounts) =>
  update(db, id, sql`state = 'done', done = rows, counts = ${JSON.stringify(counts)}::jsonb`)

/** @returns whether the import was ready; if not, nothing is changed */
export async function setDoing(
  db: Database,
  id: number,
  { asks, settings: stated }: { asks: boolean; settings: StoredSettings },
): Promise<boolean> {
  const startedCount = await execute(db)`
    update subscriber_imports
       set state = 'doing', asks = ${asks}, settings = ${JSON.stringify(stated)}::jsonb,
           changed_at = now()
     where id = ${id} and state = 'ready'`
  return startedCount > 0
}

/** @returns whether the import was being read or carried out; if not, nothing is changed */
export async function setRefused(db: Database, id: number, reason: string): Promise<boolean> {
  const refused = await execute(db)`
    update subscriber_imports set state = 'refused', refusal = ${reason}, changed_at = now()
     where id = ${id} and state in ('reading', 'doing')`
  return refused > 0
}

export const deleteImport = (db: Database, id: number): Promise<number> =>
  execute(db)`delete from subscriber_imports where id = ${id}`

/** @returns whether the import was ready, refused or done; if not, it is not deleted */
export async function deleteIdleImport(db: Database, id: number): Promise<boolean> {
  const deleted = await execute(db)`
    delete from subscriber_imports
     where id = ${id} and state in ('ready', 'refused', 'done')`
  return deleted > 0
}

/** Deletes imports a week after they were done. Other imports are deleted after a day, but never while they run. */
export const deleteOldImports = (db: Database): Promise<number> =>
  execute(db)`
    delete from subscriber_imports
     where (state in ('receiving', 'ready', 'refused') and changed_at < now() - interval '1 day')
        or (state = 'done' and changed_at < now() - interval '7 days')`

const reading = z.object({
  id: z.number(),
  birthdayOrder: z.enum(birthdayOrders),
  settings,
  /** null until the file was read for the first time. */
  header: header.nullable(),
  layout: fileLayout.nullable(),
})
export type ReadingImport = z.output<typeof reading>

/** Locks an import to be read; null if it has another state. */
export const lockReadingImport = (db: Database, id: number): Promise<ReadingImport | null> =>
  findRow(db, reading)`
    select id, birthday_order as "birthdayOrder", settings, header, layout from subscriber_imports
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
    select id, birthday_order as "birthdayOrder", settings, layout, header, rows, done, asks,
           by_id as "byId", by_name as "byName"
      from subscriber_imports
     where id = ${id} and state = 'doing' for update`

export const insertPart = (db: Database, id: number, part: { number: number; bytes: Uint8Array }) =>
  execute(db)`
    insert into subscriber_import_parts (import_id, number, bytes)
    values (${id}, ${part.number}, ${part.bytes})`

const partRow = z.object({ bytes: z.instanceof(Uint8Array) })

/**
 * The file of an import, part by part.
 * @param progressDb a connection outside the transaction, so that others see how much has been read; null if that is
 *   not stored
 */
export async function* readParts(
  db: Database,
  id: number,
  progressDb: Database | null,
): AsyncGenerator<Uint8Array> {
  if (progressDb)
    await execute(progressDb)`
    update subscriber_import_parts set is_read = false where import_id = ${id} and is_read`
  for (let number = 1; ; number++) {
    const isPart = sql`import_id = ${id} and number = ${number}`
    const part = await findRow(db, partRow)`
      select bytes from subscriber_import_parts where ${isPart}`
    if (!part) return
    yield part.bytes
    if (progressDb)
      await execute(progressDb)`update subscriber_import_parts set is_read = true where ${isPart}`
  }
}

export const deleteParts = (db: Database, id: number): Promise<number> =>
  execute(db)`delete from subscriber_import_parts where import_id = ${id}`
