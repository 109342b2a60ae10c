import { z } from 'zod'
import { hasAction } from '../../../platform/audit/service.ts'
import {
  column,
  type Database,
  execute,
  findRows,
  idList,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import { draftRetentionDays } from '../rules.ts'
import { type ContentTable, versionsOf } from './columns.ts'

export type Versioned = ContentTable | 'faq'

/**
 * Ensures that only the version with the highest id is marked as the latest. Payload compares times, so it can leave
 * two versions marked if both were written in the same millisecond, or by processes whose clocks differ.
 * @returns the highest id, which is the record's revision; null if the record has no version
 */
export function unmarkOlderVersions(
  db: Database,
  collection: Versioned,
  parent: number,
): Promise<number | null> {
  const versions = versionsOf(collection)
  return requireRow(db, column(z.number().nullable()))`
    with newest as (select max(id) as id from ${versions} where parent_id = ${parent}),
    older as (
      update ${versions} as v set latest = false
        from newest where v.parent_id = ${parent} and v.latest and v.id <> newest.id
    )
    select id from newest`
}

/**
 * The ids of a record's overwritten drafts that are older than `draftRetentionDays`. Versions that record a
 * publication or an unpublishing are kept, so their ids are not returned.
 */
export const findExpiredDrafts = (db: Database, collection: Versioned, parent: number) =>
  findRows(db, column(z.number()))`
    select v.id from ${versionsOf(collection)} as v
     where v.parent_id = ${parent} and v.version__status = 'draft'
       and not coalesce(v.latest, false)
       and v.updated_at < now() - ${draftRetentionDays} * interval '1 day'
       and not ${hasAction(collection, sql`v.id`, 'unpublish')}`

export const deleteVersions = (db: Database, collection: Versioned, ids: number[]) =>
  execute(db)`delete from ${versionsOf(collection)} where id = any(${idList(ids)}::int[])`

const written = z.object({ id: z.number(), at: z.coerce.date() })

/** When the newest version of each record was written, in milliseconds since 1970, by the record's id. */
export async function findWrittenAt(
  db: Database,
  collection: Versioned,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const found = await findRows(db, written)`
    select distinct on (parent_id) parent_id as id, version_updated_at as at
      from ${versionsOf(collection)}
     where latest and parent_id = any(${idList(ids)}::int[])
     order by parent_id, id desc`
  return new Map(found.map(({ id, at }) => [id, at.getTime()]))
}
