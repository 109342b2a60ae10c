import { type Executor, sql } from '../database/sql.ts'
import type { ContentData, ContentKey, ContentType, ScheduledAction } from './contract.ts'

type Query = ReturnType<typeof sql>

/** A kept record: what is live, what an editor goes on from, and who left it so. */
export type KeptRecord = ContentKey & {
  id: number
  content_type: ContentType
  /** The newest content. */
  content_data: ContentData
  /** What is live, null where nothing of it is. */
  live: ContentData | null
  /** The newest says something else than what is live. */
  is_draft: boolean
  revision: number | null
  by: string | null
  at: string | null
  scheduled: { id: number; action: ScheduledAction; at: string } | null
}

/** The two tables that hold texts; in the global one a key is written `section.key`. */
const tables = {
  cms_content: {
    page: sql`c.page`,
    section: sql`c.section`,
    key: sql`c.content_key`,
    data: (of: Query) => sql`${of}content_data`,
  },
  cms_global_content: {
    page: sql`'global'`,
    section: sql`split_part(c.content_key, '.', 1)`,
    key: sql`substr(c.content_key, strpos(c.content_key, '.') + 1)`,
    data: (of: Query) =>
      sql`coalesce(${of}content_data, jsonb_build_object('text', ${of}content_value))`,
  },
}
export type Table = keyof typeof tables
export const tableOf = (page: string): Table =>
  page === 'global' ? 'cms_global_content' : 'cms_content'

const moment = (column: Query) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The kept records of one table for which `where` (on `c`) holds. */
function keptIn(table: Table, where: Query): Query {
  const { page, section, key, data } = tables[table]
  const versions = sql.identifier(`_${table}_v`)
  return sql`
    select c.id, ${page} as page, ${section} as section, ${key} as content_key,
           coalesce(v.version_content_type::text, c.content_type::text) as content_type,
           coalesce(${data(sql`v.version_`)}, ${data(sql`c.`)}) as content_data,
           case when c._status = 'published' then ${data(sql`c.`)} end as live,
           c._status <> 'published'
             or v.version__status = 'draft'
                and ${data(sql`v.version_`)} is distinct from ${data(sql`c.`)} as is_draft,
           v.id as revision, a.by_name as by,
           ${moment(sql`coalesce(v.updated_at, c.updated_at)`)} as at,
           s.scheduled
      from ${sql.identifier(table)} as c
      left join lateral (
        select * from ${versions} where parent_id = c.id and latest order by id desc limit 1
      ) as v on true
      left join lateral (
        select by_name from audit where version = v.id and of_collection = ${table}
         order by id desc limit 1
      ) as a on true
      left join lateral (
        select jsonb_build_object('id', id, 'action', action, 'at', ${moment(sql`at`)}) as scheduled
          from scheduled_changes
         where state = 'waiting' and page = ${page} and section = ${section}
           and content_key = ${key}
         order by at, id limit 1
      ) as s on true
     where ${where}`
}

// As a list of values the database knows how few they are, and looks each of them up.
const keyed = (table: Table, keys: ContentKey[]): Query => {
  const [columns, values] =
    table === 'cms_content'
      ? [
          sql`(c.page, c.section, c.content_key)`,
          keys.map((key) => sql`(${key.page}, ${key.section}, ${key.content_key})`),
        ]
      : [sql`c.content_key`, keys.map((key) => sql`(${`${key.section}.${key.content_key}`})`)]
  return sql`${columns} in (values ${sql.join(values, sql`, `)})`
}

const read = async (db: Executor, query: Query): Promise<KeptRecord[]> =>
  (await db.execute(query)).rows as unknown as KeptRecord[]

/** The kept records among these keys. */
export async function findKept(db: Executor, keys: ContentKey[]): Promise<KeptRecord[]> {
  const here = (['cms_content', 'cms_global_content'] as const).flatMap((table) => {
    const own = keys.filter(({ page }) => tableOf(page) === table)
    return own.length ? [keptIn(table, keyed(table, own))] : []
  })
  return here.length ? read(db, sql.join(here, sql` union all `)) : []
}

/** The kept records of a page and of every page, in one query. */
export const findKeptOfPage = (db: Executor, page: string): Promise<KeptRecord[]> =>
  read(
    db,
    sql`${keptIn('cms_content', sql`c.page = ${page}`)}
        union all ${keptIn('cms_global_content', sql`true`)}`,
  )

const drafted = (table: Table) =>
  sql`c.id in (select parent_id from ${sql.identifier(`_${table}_v`)}
                where latest and version__status = 'draft')`

/**
 * What nobody has published, in the order of the pages.
 * @param page one page's and those of every page, or null for the whole site
 */
export const findDrafted = (
  db: Executor,
  page: string | null,
  limit: number,
): Promise<KeptRecord[]> => {
  const ofPage = page === null ? sql`true` : sql`c.page = ${page}`
  return read(
    db,
    sql`select * from (
          ${keptIn('cms_content', sql`${drafted('cms_content')} and ${ofPage}`)}
          union all ${keptIn('cms_global_content', drafted('cms_global_content'))}
        ) as kept where is_draft order by page, section, content_key limit ${limit}`,
  )
}

/** The keys of all drafts on the whole site that nobody has published. */
export async function findDraftedKeys(
  db: Executor,
): Promise<(ContentKey & { content_type: ContentType })[]> {
  const draftsOf = (table: Table) => {
    const { page, section, key, data } = tables[table]
    return sql`
      select distinct ${page} as page, ${section} as section, ${key} as content_key,
             v.version_content_type::text as content_type
        from ${sql.identifier(`_${table}_v`)} as v
        join ${sql.identifier(table)} as c on c.id = v.parent_id
       where v.latest and v.version__status = 'draft'
         and (c._status <> 'published'
              or ${data(sql`v.version_`)} is distinct from ${data(sql`c.`)})`
  }
  const { rows } = await db.execute(
    sql`${draftsOf('cms_content')} union all ${draftsOf('cms_global_content')}`,
  )
  return rows as (ContentKey & { content_type: ContentType })[]
}

/** What a version of a key held, or null where it is gone or another key's. */
export async function findVersion(
  db: Executor,
  key: ContentKey,
  version: number,
): Promise<{ content_type: ContentType; content_data: ContentData } | null> {
  const table = tableOf(key.page)
  const data = tables[table].data(sql`v.version_`)
  const { rows } = await db.execute(sql`
    select v.version_content_type as content_type, ${data} as content_data
      from ${sql.identifier(`_${table}_v`)} as v
     where v.id = ${version} and ${versionOf(key)}`)
  return (rows[0] as { content_type: ContentType; content_data: ContentData } | undefined) ?? null
}

/** Whether a version `v` is one of this key, also where its record is no longer kept. */
export const versionOf = ({ page, section, content_key }: ContentKey): Query =>
  page === 'global'
    ? sql`v.version_content_key = ${`${section}.${content_key}`}`
    : sql`v.version_page = ${page} and v.version_section = ${section}
          and v.version_content_key = ${content_key}`

export const contentOf = (table: Table, of: Query): Query => tables[table].data(of)
export const momentOf = moment
