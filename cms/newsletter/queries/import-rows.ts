import { z } from 'zod'
import {
  type Database,
  execute,
  findRows,
  jsonRows,
  type SQL,
  sql,
  textList,
} from '../../database/query.ts'
import { type Verdict, verdicts } from '../imports/rules.ts'
import type { VerdictCounts } from './imports.ts'

/** A row of an imported file and its verdict. */
export type ImportRow = {
  number: number
  email: string | null
  cells: string[]
  verdict: Verdict
  reason: string | null
  /** The column of the invalid cell and its text, such as `birthday “31/02”`; null if no cell is invalid. */
  cell: string | null
}

export const insertRows = (db: Database, importId: number, rows: readonly ImportRow[]) =>
  execute(db)`
    insert into subscriber_import_rows (import_id, number, email, cells, verdict, reason, cell)
    select ${importId}, number, email, cells, verdict, reason, cell
      from jsonb_to_recordset(${jsonRows(rows)}) as row (
             number int, email text, cells jsonb, verdict text, reason text, cell text)`

/** The numbers of the accepted rows that have these addresses, by address. */
export async function findRowNumbers(
  db: Database,
  importId: number,
  emails: readonly string[],
): Promise<Map<string, number>> {
  const found = await findRows(db, z.object({ email: z.string(), number: z.number() }))`
    select email, number from subscriber_import_rows
     where import_id = ${importId} and verdict <> 'rejected'
       and email in ${textList(emails)}`
  return new Map(found.map(({ email, number }) => [email, number]))
}

const acceptedRow = z.object({
  number: z.number(),
  email: z.string(),
  cells: z.array(z.string()),
})

/** The next rows that are not rejected. */
export const findAcceptedRows = (
  db: Database,
  importId: number,
  { afterNumber, limit }: { afterNumber: number; limit: number },
): Promise<z.output<typeof acceptedRow>[]> =>
  findRows(db, acceptedRow)`
    select number, email, cells from subscriber_import_rows
     where import_id = ${importId} and number > ${afterNumber} and verdict <> 'rejected'
     order by number limit ${limit}`

const rejectedRow = z.object({
  number: z.number(),
  cells: z.array(z.string()),
  /** Begins with the column and its invalid text, if a cell is invalid. */
  reason: z.string(),
})

export const findRejectedRows = (
  db: Database,
  importId: number,
  { afterNumber, limit }: { afterNumber: number; limit: number },
): Promise<z.output<typeof rejectedRow>[]> =>
  findRows(db, rejectedRow)`
    select number, cells, concat_ws(': ', cell, reason) as reason from subscriber_import_rows
     where import_id = ${importId} and verdict = 'rejected' and number > ${afterNumber}
     order by number limit ${limit}`

const rejectionReason = z.object({
  reason: z.string(),
  count: z.number(),
  rows: z.array(z.object({ number: z.number(), cell: z.string().nullable() })),
})

/** The most frequent reasons why rows were rejected, with the first rows of each. */
export const countReasons = (
  db: Database,
  importId: number,
): Promise<z.output<typeof rejectionReason>[]> =>
  findRows(db, rejectionReason)`
    select reason, count(*)::int as count,
           jsonb_agg(jsonb_build_object('number', number, 'cell', cell) order by number)
             filter (where place <= 3) as rows
      from (select reason, number, cell,
                   row_number() over (partition by reason order by number) as place
              from subscriber_import_rows
             where import_id = ${importId} and verdict = 'rejected') as rejected
     group by reason order by count(*) desc, reason limit 12`

export async function countVerdicts(db: Database, importId: number): Promise<VerdictCounts> {
  const counted = await findRows(db, z.object({ verdict: z.enum(verdicts), count: z.number() }))`
    select verdict, count(*)::int as count from subscriber_import_rows where import_id = ${importId}
     group by verdict`
  const counts = new Map(counted.map(({ verdict, count }) => [verdict, count]))
  return Object.fromEntries(
    verdicts.map((verdict) => [verdict, counts.get(verdict) ?? 0]),
  ) as VerdictCounts
}

/** Stores the final verdicts of rows. */
export const updateVerdicts = (
  db: Database,
  importId: number,
  rows: readonly Pick<ImportRow, 'number' | 'verdict' | 'reason' | 'cell'>[],
): Promise<number> =>
  execute(db)`
    update subscriber_import_rows as row
       set verdict = result.verdict, reason = result.reason, cell = result.cell
      from jsonb_to_recordset(${jsonRows(rows)}) as result (
             number int, verdict text, reason text, cell text)
     where row.import_id = ${importId} and row.number = result.number`

// Locks rows. All transactions lock them in this order, to prevent deadlocks.
const lockRows = (which: SQL) => sql`
  select import_id, number from subscriber_import_rows where ${which}
   order by import_id, number for update`

const lockAndDelete = (db: Database, which: SQL): Promise<number> =>
  execute(db)`
    with locked as materialized (${lockRows(which)})
    delete from subscriber_import_rows as row using locked
     where row.import_id = locked.import_id and row.number = locked.number`

export const deleteRows = (db: Database, importId: number): Promise<number> =>
  lockAndDelete(db, sql`import_id = ${importId}`)

export const deleteAcceptedRows = (db: Database, importId: number): Promise<number> =>
  lockAndDelete(db, sql`import_id = ${importId} and verdict <> 'rejected'`)

const hasEmailIn = (emails: readonly string[]) => sql`email in ${textList(emails)}`

/** Deletes the rows of addresses in all imports. */
export const deleteImportRowsOfAddresses = (
  db: Database,
  emails: readonly string[],
): Promise<number> => lockAndDelete(db, hasEmailIn(emails))

/** Locks the rows of addresses in all imports, until the transaction ends. */
export async function lockImportRowsOfAddresses(
  db: Database,
  emails: readonly string[],
): Promise<void> {
  await execute(db)`${lockRows(hasEmailIn(emails))}`
}
