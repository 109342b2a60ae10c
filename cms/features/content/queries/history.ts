import { z } from 'zod'
import { hasAction, newestEntryOf } from '../../../platform/audit/service.ts'
import { type Database, findReadableRows, hasRow, sql } from '../../../platform/database/query.ts'
import type { ContentKey } from '../contract.ts'
import {
  content,
  contentColumn,
  contentType,
  isoTime,
  isVersionOf,
  key,
  keyColumns,
  nameOf,
  type Query,
  tableOf,
  versionsOf,
} from './columns.ts'

const status = z.enum(['draft', 'published'])

const version = z.object({
  version: z.number(),
  content_data: content,
  status,
  by: z.string().nullable(),
  at: z.string(),
  /** This is the newest version. Editors continue from it. */
  latest: z.boolean(),
  /** Visitors see this version. */
  live: z.boolean(),
  /** The version records that the key was unpublished. */
  removed: z.boolean(),
})
export type Version = z.output<typeof version>

/** All stored versions of a key, newest first. */
export function findVersions(db: Database, key: ContentKey): Promise<Version[]> {
  const table = tableOf(key.page)
  return findReadableRows(db, version, 'versions of texts')`
    select v.id as version, ${contentColumn(table, 'v.version_')} as content_data,
           v.version__status as status, a.by_name as by, ${isoTime(sql`v.updated_at`)} as at,
           coalesce(v.latest, false) as latest,
           c._status is not distinct from 'published' and v.id = max(v.id)
             filter (where v.version__status = 'published' and v.parent_id is not null) over ()
             as live,
           v.version__status = 'draft' and a.action is not distinct from 'unpublish' as removed
      from ${versionsOf(table)} as v
      left join ${nameOf(table)} as c on c.id = v.parent_id
      left join lateral (${newestEntryOf(table, sql`v.id`)}) as a on true
     where ${isVersionOf(key)}
     order by v.id desc`
}

const versionContent = z.object({ content_type: contentType, content_data: content, status })
export type VersionContent = z.output<typeof versionContent>

/**
 * One version of a key; null if it does not exist or cannot be read.
 * @param parent id of the record that the version must belong to; by default the version may also belong to a
 *   deleted record
 */
export async function findVersion(
  db: Database,
  key: ContentKey,
  version: number,
  parent?: number,
): Promise<VersionContent | null> {
  const table = tableOf(key.page)
  const isOwn = parent === undefined ? isVersionOf(key) : sql`v.parent_id = ${parent}`
  const [found = null] = await findReadableRows(db, versionContent, 'versions of texts')`
    select v.version_content_type as content_type, v.version__status as status,
           ${contentColumn(table, 'v.version_')} as content_data, v.id
      from ${versionsOf(table)} as v where v.id = ${version} and ${isOwn}`
  return found
}

/** Whether a version belongs to a key and the record of the key still exists. */
export const hasVersion = (db: Database, key: ContentKey, version: number): Promise<boolean> =>
  hasRow(db)`
    select from ${versionsOf(tableOf(key.page))} as v
     where v.id = ${version} and v.parent_id is not null and ${isVersionOf(key)}`

/** Whether a record was published after a version. Discarding a draft adds a version but publishes nothing. */
export const isPublishedAfter = (
  db: Database,
  { page, id }: { page: string; id: number },
  version: number,
): Promise<boolean> =>
  hasRow(db)`
    select from ${versionsOf(tableOf(page))} as v
     where v.parent_id = ${id} and v.id > ${version} and v.version__status = 'published'
       and not ${hasAction(tableOf(page), sql`v.id`, 'discard')}
     limit 1`

const change = z.object({
  ...key,
  id: z.number(),
  content_type: contentType,
  /** The published content after the change; null if the change unpublished it. */
  content_data: content.nullable(),
  by: z.string().nullable(),
  at: z.string(),
  /** The same for all changes of one transaction. */
  transaction: z.string(),
})
export type LiveChange = z.output<typeof change>

/** Every change of the published content of a page (or `global`), oldest first. */
export const findLiveChanges = (db: Database, page: string): Promise<LiveChange[]> =>
  findReadableRows(
    db,
    change,
    'versions of texts',
  )`${liveChanges(page, sql`true`, sql`order by at, id`)}`

const liveRecord = z.object({ ...key, content_type: contentType, content_data: content.nullable() })
export type LiveRecord = z.output<typeof liveRecord>

/**
 * A subquery: what was published on a page (or `global`) at a time, including records that were deleted
 * since. Visitors saw the fallback text of a key if the key is missing here or its content is null.
 * @param at ISO 8601
 */
export const liveAt = (page: string, at: string): Query => sql`
  select distinct on (section, content_key) page, section, content_key, content_type, content_data
    from (${liveChanges(page, sql`v.updated_at <= ${at}::timestamptz`, sql``)}) as changes
   order by section, content_key, changes.at desc, changes.id desc`

export const findLiveAt = (db: Database, page: string, at: string): Promise<LiveRecord[]> =>
  findReadableRows(db, liveRecord, 'versions of texts')`${liveAt(page, at)}`

function liveChanges(page: string, when: Query, order: Query): Query {
  const table = tableOf(page)
  const { section, key } = keyColumns(table, 'v.version_')
  const isOnPage = table === 'cms_content' ? sql`v.version_page = ${page}` : sql`true`
  return sql`
    select v.id, ${page}::text as page, ${section} as section, ${key} as content_key,
           v.version_content_type::text as content_type,
           case when v.version__status = 'published'
             then ${contentColumn(table, 'v.version_')} end as content_data,
           a.by_name as by, ${isoTime(sql`v.updated_at`)} as at,
           ${isoTime(sql`coalesce(a.created_at, v.updated_at)`)} as transaction
      from ${versionsOf(table)} as v
      left join lateral (${newestEntryOf(table, sql`v.id`)}) as a on true
     where ${isOnPage} and ${when} and (v.version__status = 'published' or a.action = 'unpublish')
     ${order}`
}
