import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  hasRow,
  jsonRows,
  sql,
  textList,
} from '../database/query.ts'
import { isoTimestamp } from '../database/row-fields.ts'

export type AuditRow = {
  action: string
  subject: string
  of_collection: string
  document: string
  version: number | null
  details: Record<string, unknown> | null
  by_id: number | null
  by_name: string | null
}

export const insertAuditRows = (db: Database, rows: AuditRow[]) =>
  execute(db)`
    insert into audit (action, subject, of_collection, document, version, details, by_id, by_name)
    select action, subject, of_collection, document, version, details, by_id, by_name
      from jsonb_to_recordset(${jsonRows(rows)}) as entry (
        action text, subject text, of_collection text, document text, version numeric,
        details jsonb, by_id numeric, by_name text)`

type Query = ReturnType<typeof sql>

/**
 * A subquery for `left join lateral`: the newest audit entry of a record's version, with `by_name`,
 * `action` and `created_at`. Other features join it to find who created a version.
 * @param version SQL of the version's id
 */
export const newestEntryOf = (collection: string, version: Query): Query => sql`
  select by_name, action, created_at from audit
   where version = ${version} and of_collection = ${collection} order by id desc limit 1`

/** SQL condition: an action was recorded for a version of a record. */
export const hasAction = (collection: string, version: Query, action: string): Query => sql`
  exists (select from audit where version = ${version} and of_collection = ${collection}
             and action = ${action})`

/**
 * Whether another staff member created this one's account, or changed its address or password, in the last 24 hours.
 * They may know the way into it.
 * @param areLinksRead whether others read the links with which passwords are chosen. Then the owner's own choice counts
 *   as one by another
 */
export const isAccountChangedByAnother = (
  db: Database,
  staff: number,
  { areLinksRead }: { areLinksRead: boolean },
): Promise<boolean> =>
  hasRow(db)`
    select from audit
     where of_collection = 'users' and document = ${String(staff)}
       and created_at > now() - interval '24 hours'
       and (by_id <> ${staff}
              and (action in ('create', 'password_changed') or (action = 'change' and details::jsonb ? 'email'))
            or ${areLinksRead} and action = 'password_reset')`

const author = z.object({ id: z.number().nullable(), name: z.string().nullable() })

/**
 * The staff member who created a version of a record, from the newest audit entry of the version. Null if somebody
 * else did (the program or an organiser), or if no entry was written.
 */
export async function findAuthorOf(
  db: Database,
  collection: string,
  version: number,
): Promise<{ id: number; name: string } | null> {
  const found = await findRow(db, author)`
    select by_id::int as id, by_name as name from audit
     where version = ${version} and of_collection = ${collection} order by id desc limit 1`
  return found && found.id !== null ? { id: found.id, name: found.name ?? '' } : null
}

/**
 * The name of the staff member or organiser who changed a record last; null if the program changed it last, or if no
 * entry was written.
 */
export const findLastAuthor = (
  db: Database,
  collection: string,
  document: string,
): Promise<string | null> =>
  findRow(db, column(z.string().nullable()))`
    select by_name from audit where document = ${document} and of_collection = ${collection}
     order by id desc limit 1`

const entry = z.object({
  id: z.number(),
  at: isoTimestamp,
  by: z.string().nullable(),
  subject: z.string(),
  details: z.unknown(),
})
const entryColumns = sql`id, created_at as at, by_name as by, subject, details::jsonb as details`

/** When an action was done last, by whom and to what; null if it never was. */
export const findLastOfAction = (db: Database, action: string) =>
  findRow(db, entry)`
    select ${entryColumns} from audit where action = ${action} order by id desc limit 1`

/** What was done in the last days, newest first, 200 at most. */
export const findEntriesOfAction = (db: Database, action: string, { days }: { days: number }) =>
  findRows(db, entry)`
    select ${entryColumns} from audit
     where action = ${action} and created_at > now() - ${days} * interval '1 day'
     order by id desc limit 200`

const newestEntry = z.object({ document: z.string(), id: z.number() })

/**
 * The ids of the newest entries of some actions.
 * @param documents `COLLECTION/ID` of each record
 * @returns by `COLLECTION/ID`
 */
export async function findNewestEntries(
  db: Database,
  actions: readonly string[],
  documents: readonly string[],
): Promise<Map<string, number>> {
  if (!documents.length) return new Map()
  const rows = await findRows(db, newestEntry)`
    select concat(of_collection, '/', document) as document, max(id)::int as id from audit
     where concat(of_collection, '/', document) in ${textList(documents)}
       and document in ${textList(documents.map((each) => each.split('/').at(-1) ?? ''))}
       and action in ${textList(actions)}
     group by of_collection, document`
  return new Map(rows.map(({ document, id }) => [document, id]))
}

const trashing = z.object({ document: z.string(), by: z.string().nullable() })

/**
 * The names of the staff members who last put these records into the trash, by the record's id. A name is null if the
 * program did it.
 */
export async function findWhoTrashed(
  db: Database,
  collection: string,
  documents: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await findRows(db, trashing)`
    select distinct on (document) document, by_name as by from audit
     where of_collection = ${collection} and action = 'trash'
       and document in ${textList(documents)}
     order by document, id desc`
  return new Map(rows.map(({ document, by }) => [document, by]))
}
