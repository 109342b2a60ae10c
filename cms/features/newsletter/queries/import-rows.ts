import { z } from 'zod'
import {
  type Database,
  execute,
  findRows,
  idList,
  jsonRows,
  type SQL,
  sql,
  textList,
} from '../../../platform/database/query.ts'
import type { Omission } from '../imports/evaluate-row.ts'
import { doubtReason, type Verdict, verdicts } from '../imports/rules.ts'
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
  /** The cells that are left out; null if there are none. */
  omitted: Omission[] | null
  /** Why the row as a whole can't be taken. */
  problem: string | null
  /** What staff should look at, although the row is taken. */
  remark: string | null
}

export const insertRows = (db: Database, importId: number, rows: readonly ImportRow[]) =>
  execute(db)`
    insert into subscriber_import_rows (import_id, number, email, cells, verdict, reason, cell,
                                        omitted, problem, remark)
    select ${importId}, number, email, cells, verdict, reason, cell, nullif(omitted, 'null'),
           problem, remark
      from jsonb_to_recordset(${jsonRows(rows)}) as row (
             number int, email text, cells jsonb, verdict text, reason text, cell text,
             omitted jsonb, problem text, remark text)`

/** Stores rows that were evaluated again, without their cells. */
export const updateRows = (
  db: Database,
  importId: number,
  rows: readonly Omit<ImportRow, 'cells'>[],
): Promise<number> =>
  execute(db)`
    update subscriber_import_rows as row
       set email = result.email, verdict = result.verdict, reason = result.reason,
           cell = result.cell, omitted = nullif(result.omitted, 'null'),
           problem = result.problem, remark = result.remark
      from jsonb_to_recordset(${jsonRows(rows)}) as result (
             number int, email text, verdict text, reason text, cell text, omitted jsonb,
             problem text, remark text)
     where row.import_id = ${importId} and row.number = result.number`

const acceptedNumber = z.object({
  email: z.string(),
  number: z.number(),
  verdict: z.enum(verdicts),
})
export type AcceptedNumber = Pick<z.output<typeof acceptedNumber>, 'number' | 'verdict'>

/**
 * The rows above `beforeNumber` that have these addresses, by address: the accepted ones, and those that were rejected
 * because a cell of an unused column says that they get no letters.
 */
export async function findAcceptedNumbers(
  db: Database,
  importId: number,
  emails: readonly string[],
  beforeNumber: number,
): Promise<Map<string, AcceptedNumber>> {
  const found = await findRows(db, acceptedNumber)`
    select email, number, verdict from subscriber_import_rows
     where import_id = ${importId} and number < ${beforeNumber} and email in ${textList(emails)}
       and (verdict <> 'rejected' or reason = ${doubtReason})
     order by verdict <> 'rejected'`
  return new Map(found.map(({ email, ...row }) => [email, row]))
}

const fileRow = z.object({
  number: z.number(),
  cells: z.array(z.string()),
  problem: z.string().nullable(),
  remark: z.string().nullable(),
})
export type FileRow = z.output<typeof fileRow>

// Before 29 November 2026 what is wrong with a row as a whole was stored only as the reason of its rejection.
const rowProblem = sql.raw(
  `coalesce(problem, substring(reason from '^The row has (?:more cells than|\\d+ cells;).*'))`,
)
const rowRemark = sql.raw(
  `coalesce(remark, substring(reason from '^A cell (?:has more than|held characters).*'))`,
)

/** The next rows, as the file has them. */
export const findFileRows = (
  db: Database,
  importId: number,
  { afterNumber, limit }: { afterNumber: number; limit: number },
): Promise<FileRow[]> =>
  findRows(db, fileRow)`
    select number, cells, ${rowProblem} as problem, ${rowRemark} as remark from subscriber_import_rows
     where import_id = ${importId} and number > ${afterNumber}
     order by number limit ${limit}`

const acceptedRow = fileRow.extend({ email: z.string() })

/** The next rows that are not rejected. */
export const findAcceptedRows = (
  db: Database,
  importId: number,
  { afterNumber, limit }: { afterNumber: number; limit: number },
): Promise<z.output<typeof acceptedRow>[]> =>
  findRows(db, acceptedRow)`
    select number, email, cells, problem, remark from subscriber_import_rows
     where import_id = ${importId} and number > ${afterNumber} and verdict <> 'rejected'
     order by number limit ${limit}`

const rejectedRow = z.object({
  number: z.number(),
  cells: z.array(z.string()),
  /** Each reason begins with the column and its invalid text, if it is about a cell. */
  reason: z.string(),
})

/** The rejected rows, and the rows with omitted cells. */
export const findRejectedRows = (
  db: Database,
  importId: number,
  { afterNumber, limit }: { afterNumber: number; limit: number },
): Promise<z.output<typeof rejectedRow>[]> =>
  findRows(db, rejectedRow)`
    select number, cells,
           concat_ws(' ', nullif(concat_ws(': ', cell, reason), ''),
             (select string_agg(concat_ws(': ', each->>'cell', each->>'reason'), ' ' order by place)
                from jsonb_array_elements(omitted) with ordinality as o (each, place))) as reason
      from subscriber_import_rows
     where import_id = ${importId} and (verdict = 'rejected' or omitted is not null)
       and number > ${afterNumber}
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

/** The most frequent reasons why cells were left out, with the first rows of each. */
export const countOmissions = (
  db: Database,
  importId: number,
): Promise<z.output<typeof rejectionReason>[]> =>
  findRows(db, rejectionReason)`
    select reason, count(*)::int as count,
           jsonb_agg(jsonb_build_object('number', number, 'cell', cell) order by number)
             filter (where place <= 3) as rows
      from (select each->>'reason' as reason, number, each->>'cell' as cell,
                   row_number() over (partition by each->>'reason' order by number) as place
              from subscriber_import_rows, jsonb_array_elements(omitted) as o (each)
             where import_id = ${importId}) as omissions
     group by reason order by count(*) desc, reason limit 12`

/** How many people without a consent have a text in each of these columns. @param places of the columns in the file */
export const countFilled = (
  db: Database,
  importId: number,
  places: readonly number[],
): Promise<{ place: number; count: number }[]> =>
  findRows(db, z.object({ place: z.number(), count: z.number() }))`
    select place, count(*)::int as count
      from subscriber_import_rows, unnest(${idList(places)}::int[]) as place
     where import_id = ${importId} and verdict = 'asks' and trim(cells->>place) <> ''
     group by place`

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
  rows: readonly Pick<ImportRow, 'number' | 'verdict' | 'reason' | 'cell' | 'omitted'>[],
): Promise<number> =>
  execute(db)`
    update subscriber_import_rows as row
       set verdict = result.verdict, reason = result.reason, cell = result.cell,
           omitted = nullif(result.omitted, 'null')
      from jsonb_to_recordset(${jsonRows(rows)}) as result (
             number int, verdict text, reason text, cell text, omitted jsonb)
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

/**
 * Deletes the rows that staff need no more: those without anything to report, and those of people who were left out.
 * @param asks whether people without a consent were asked for it
 */
export const deleteSettledRows = (db: Database, importId: number, asks: boolean): Promise<number> =>
  lockAndDelete(
    db,
    sql`import_id = ${importId} and verdict <> 'rejected'
        and (omitted is null or (verdict = 'asks' and not ${asks}::boolean))`,
  )

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
