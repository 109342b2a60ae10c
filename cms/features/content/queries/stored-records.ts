import { z } from 'zod'
import { hasAction, newestEntryOf } from '../../../platform/audit/service.ts'
import { type Database, execute, findReadableRows, sql } from '../../../platform/database/query.ts'
import type { ContentKey, TypedKey } from '../contract.ts'
import {
  type ContentTable,
  content,
  contentColumn,
  contentType,
  isoTime,
  key,
  keyColumns,
  nameOf,
  type Query,
  tableOf,
  versionsOf,
} from './columns.ts'

const storedRow = z.object({
  ...key,
  id: z.number(),
  content_type: contentType,
  content_data: z.unknown(),
  /** The published content; null if the record is not published. */
  live: z.unknown(),
  /** The newest version differs from the published content and was not created by unpublishing. */
  is_draft: z.boolean(),
  /** The newest version was created by unpublishing. Visitors see the fallback. */
  is_removed: z.boolean(),
  /** Id of the newest version. */
  revision: z.number().nullable(),
  /** The author of the newest version, and its time (ISO 8601). */
  by: z.string().nullable(),
  at: z.string().nullable(),
})

/**
 * Content that cannot be read counts as not written: staff see the published content, or the fallback as visitors do,
 * and can write the text again.
 */
function readable<Row extends z.output<typeof storedRow>>(row: Row) {
  const live = content.safeParse(row.live).data ?? null
  const newest = content.safeParse(row.content_data).data ?? live
  return newest === null
    ? { ...row, content_data: { text: '' }, live, is_draft: false, is_removed: true }
    : { ...row, content_data: newest, live }
}
const stored = storedRow.transform(readable)
export type StoredRecord = z.output<typeof stored>

const tables = ['cms_content', 'cms_global_content'] as const

/**
 * Selects the records of one table that match `where`. In `where`, `c` is the record and `v` is its newest
 * version.
 */
function recordsIn(table: ContentTable, where: Query): Query {
  const { page, section, key } = keyColumns(table, 'c.')
  const [newest, live] = [contentColumn(table, 'v.version_'), contentColumn(table, 'c.')]
  return sql`
    select c.id, ${page} as page, ${section} as section, ${key} as content_key,
           coalesce(v.version_content_type::text, c.content_type::text) as content_type,
           coalesce(${newest}, ${live}) as content_data,
           case when c._status = 'published' then ${live} end as live,
           coalesce(c._status <> 'published'
             or v.version__status = 'draft' and ${newest} is distinct from ${live}, false)
             and a.action is distinct from 'unpublish' as is_draft,
           coalesce(c._status <> 'published', false) and a.action is not distinct from 'unpublish' as is_removed,
           v.id as revision, a.by_name as by,
           ${isoTime(sql`coalesce(v.updated_at, c.updated_at)`)} as at
      from ${nameOf(table)} as c
      left join lateral (
        select * from ${versionsOf(table)} where parent_id = c.id and latest
         order by id desc limit 1
      ) as v on true
      left join lateral (${newestEntryOf(table, sql`v.id`)}) as a on true
     where ${where}`
}

// SQL condition: the record `c` has one of the keys. The keys are a list of values, for which PostgreSQL plans index
// lookups. For an array, PostgreSQL would plan a scan of the table.
function hasOneOf(table: ContentTable, keys: ContentKey[]): Query {
  const [columns, values] =
    table === 'cms_content'
      ? [
          sql`(c.page, c.section, c.content_key)`,
          keys.map((key) => sql`(${key.page}, ${key.section}, ${key.content_key})`),
        ]
      : [sql`c.content_key`, keys.map((key) => sql`(${`${key.section}.${key.content_key}`})`)]
  return sql`${columns} in (values ${sql.join(values, sql`, `)})`
}

export async function findRecords(db: Database, keys: ContentKey[]): Promise<StoredRecord[]> {
  const parts = tables.flatMap((table) => {
    const own = keys.filter(({ page }) => tableOf(page) === table)
    return own.length ? [recordsIn(table, hasOneOf(table, own))] : []
  })
  return parts.length
    ? findReadableRows(db, stored, 'texts')`${sql.join(parts, sql` union all `)}`
    : []
}

const hasDraft = (table: ContentTable) =>
  sql`c.id in (select parent_id from ${versionsOf(table)} where latest and version__status = 'draft')`

const pageRow = storedRow
  .extend({ on_other_page: z.boolean() })
  // Of the drafts of other pages only the keys are read.
  .transform((row) => (row.on_other_page ? { ...readable(row), is_draft: true } : readable(row)))

/**
 * Reads the records of a page, the global records (shown on every page) and the keys of all drafts of the
 * site, in one query.
 */
export async function findPageRecords(
  db: Database,
  page: string,
): Promise<{ records: StoredRecord[]; draftKeys: TypedKey[] }> {
  const rows = await findReadableRows(db, pageRow, 'texts')`
    select *, false as on_other_page from (
      ${recordsIn('cms_content', sql`c.page = ${page}`)}
      union all ${recordsIn('cms_global_content', sql`true`)}
    ) as records
    union all
    select c.id, c.page, c.section, c.content_key, v.version_content_type::text,
           null::jsonb, null::jsonb, true, false, v.id, null::text, null::text, true
      from _cms_content_v as v join cms_content as c on c.id = v.parent_id
     where v.latest and v.version__status = 'draft' and c.page <> ${page}
       and (c._status <> 'published' or v.version_content_data is distinct from c.content_data)
       and not ${hasAction('cms_content', sql`v.id`, 'unpublish')}`
  return {
    records: rows.flatMap(({ on_other_page, ...record }) => (on_other_page ? [] : record)),
    draftKeys: rows.filter(({ is_draft }) => is_draft),
  }
}

/**
 * Finds drafts, sorted by page, section and key.
 * @param page finds only drafts of this page and of the global records; null finds the drafts of the whole site
 */
export const findDrafts = (
  db: Database,
  page: string | null,
  limit: number,
): Promise<StoredRecord[]> => {
  const isOnPage = page === null ? sql`true` : sql`c.page = ${page}`
  return findReadableRows(db, stored, 'texts')`
    select * from (
      ${recordsIn('cms_content', sql`${hasDraft('cms_content')} and ${isOnPage}`)}
      union all ${recordsIn('cms_global_content', hasDraft('cms_global_content'))}
    ) as records where is_draft order by page, section, content_key limit ${limit}`
}

/** Deletes a record that is not published. Its versions stay. */
export async function deleteRecord(db: Database, record: StoredRecord): Promise<void> {
  const table = tableOf(record.page)
  await execute(db)`update ${versionsOf(table)} set latest = false where parent_id = ${record.id}`
  await execute(db)`delete from ${nameOf(table)} where id = ${record.id}`
}

/**
 * Adds a version with the published content. Callers call `unmarkOlderVersions` afterwards, so that older versions
 * are no longer marked as the latest.
 */
export async function addVersionOfLive(db: Database, record: StoredRecord): Promise<void> {
  const table = tableOf(record.page)
  const columns = sql.join(
    liveColumns[table].map((column) => sql.identifier(`version_${column}`)),
    sql`, `,
  )
  // The enum columns have other types in the versions table, so the values are converted to JSON and back.
  await execute(db)`
    insert into ${versionsOf(table)} (parent_id, latest, ${columns})
    select c.id, true, ${columns}
      from ${nameOf(table)} as c,
           jsonb_populate_record(null::${versionsOf(table)}, (
             select jsonb_object_agg('version_' || key, value) from jsonb_each(to_jsonb(c))
           )) as v
     where c.id = ${record.id}`
}

const sharedColumns = ['content_type', 'content_data', 'published', 'created_by_id'].concat([
  'updated_at',
  'created_at',
  '_status',
])
const liveColumns = {
  cms_content: ['page', 'section', 'content_key', ...sharedColumns],
  cms_global_content: ['content_key', 'content_value', ...sharedColumns],
}
