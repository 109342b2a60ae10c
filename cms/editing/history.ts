import type { Payload } from 'payload'
import { type Executor, rows, sql } from '../database/sql.ts'
import type { ContentData, ContentKey, ContentType, PageHistoryReply, Version } from './contract.ts'
import { same } from './merge.ts'
import { contentOf, momentOf, type Table, tableOf, versionOf } from './records.ts'

type Query = ReturnType<typeof sql>

/** Moments further back than these are not told. */
const mostMoments = 200

/** All kept versions of a key, newest first. */
export function findVersions(payload: Payload, key: ContentKey): Promise<Version[]> {
  const table = tableOf(key.page)
  return rows<Version>(
    payload,
    sql`select v.id as version, ${contentOf(table, sql`v.version_`)} as content_data,
               v.version__status as status, a.by_name as by, ${momentOf(sql`v.updated_at`)} as at,
               coalesce(v.latest, false) as latest,
               c._status is not distinct from 'published' and v.id = max(v.id)
                 filter (where v.version__status = 'published' and v.parent_id is not null) over ()
                 as live
          from ${sql.identifier(`_${table}_v`)} as v
          left join ${sql.identifier(table)} as c on c.id = v.parent_id
          left join lateral (${writer(table)}) as a on true
         where ${versionOf(key)}
         order by v.id desc`,
  )
}

type Turn = ContentKey & {
  content_type: ContentType
  /** What showed from then on, null where it was taken down. */
  content_data: ContentData | null
  by: string | null
  at: string
  /** Turns of one transaction have it in common. */
  together: string
}

/**
 * The moments at which what visitors read on a page changed, newest first. What was published in one
 * transaction is one moment.
 */
export async function findMoments(
  payload: Payload,
  page: string,
): Promise<PageHistoryReply['moments']> {
  const turns = await rows<Turn>(payload, turnsOf(page, sql`true`, sql`order by at, id`))
  const live = new Map<string, ContentData | null>()
  const moments = new Map<string, PageHistoryReply['moments'][number]>()
  for (const { section, content_key, content_data, by, at, together } of turns) {
    const name = `${section}.${content_key}`
    const before = live.get(name) ?? null
    live.set(name, content_data)
    if (same(before, content_data)) continue
    const moment = moments.get(together) ?? { at, by, keys: [] }
    moments.set(together, moment)
    moment.at = at
    moment.keys.push({ page, section, content_key })
  }
  return [...moments.values()].reverse().slice(0, mostMoments)
}

export type LiveThen = ContentKey & { content_type: ContentType; content_data: ContentData | null }

/**
 * What of a page (or of `global`) was live at a moment, by key; the text in code showed where a key is
 * missing or has null. A record that is no longer kept counts as long as it was live.
 * @param at ISO time
 */
export const liveAt = (page: string, at: string): Query => sql`
  select distinct on (section, content_key) page, section, content_key, content_type, content_data
    from (${turnsOf(page, sql`v.updated_at <= ${at}::timestamptz`, sql``)}) as turns
   order by section, content_key, turns.at desc, turns.id desc`

export const findLiveAt = (db: Executor, page: string, at: string): Promise<LiveThen[]> =>
  db.execute(liveAt(page, at)).then(({ rows: found }) => found as LiveThen[])

/** Each time that something of a page went live or was taken down. */
function turnsOf(page: string, when: Query, order: Query) {
  const table = tableOf(page)
  const [section, key] =
    table === 'cms_content'
      ? [sql`v.version_section`, sql`v.version_content_key`]
      : [
          sql`split_part(v.version_content_key, '.', 1)`,
          sql`substr(v.version_content_key, strpos(v.version_content_key, '.') + 1)`,
        ]
  const here = table === 'cms_content' ? sql`v.version_page = ${page}` : sql`true`
  return sql`
    select v.id, ${page}::text as page, ${section} as section, ${key} as content_key,
           v.version_content_type::text as content_type,
           case when v.version__status = 'published'
             then ${contentOf(table, sql`v.version_`)} end as content_data,
           a.by_name as by, ${momentOf(sql`v.updated_at`)} as at,
           ${momentOf(sql`coalesce(a.created_at, v.updated_at)`)} as together
      from ${sql.identifier(`_${table}_v`)} as v
      left join lateral (${writer(table)}) as a on true
     where ${here} and ${when} and (v.version__status = 'published' or a.action = 'unpublish')
     ${order}`
}

const writer = (table: Table) => sql`
  select by_name, action, created_at from audit
   where version = v.id and of_collection = ${table} order by id desc limit 1`
