import type { Payload } from 'payload'
import { rows, sql } from '../database/sql.ts'
import { liveAt } from '../editing/history.ts'

/**
 * One record that stands on a page: of the page itself, of every page (`page` is `global`), or a
 * question of the page (`page` is `faq`, `key` its id). Data is as it was saved: nobody has checked it.
 */
export type ContentRow = {
  page: string
  section: string
  key: string
  type: 'text' | 'image' | 'question'
  data: unknown
}

// What the three tables and their versions have in common; a global key is written `section.key`.
const sectionOf = (key: string) => sql.raw(`split_part(${key}, '.', 1)`)
const keyOf = (key: string) => sql.raw(`substr(${key}, strpos(${key}, '.') + 1)`)
const questionOf = (version: string) =>
  sql.raw(
    `jsonb_build_object('question', ${version}question, 'answer', ${version}answer, 'position', ${version}position)`,
  )
// Texts of every page had their words in `content_value` before they had anything else.
const globalDataOf = (version: string) =>
  sql.raw(`coalesce(${version}content_data, jsonb_build_object('text', ${version}content_value))`)

/** What is published on a page and on every page, in one query. */
export async function findPublishedRows(payload: Payload, page: string): Promise<ContentRow[]> {
  return rows<ContentRow>(
    payload,
    sql`select page, section, content_key as key, content_type::text as type, content_data as data
          from cms_content where page = ${page} and _status = 'published'
        union all
        select 'global', ${sectionOf('content_key')}, ${keyOf('content_key')}, content_type::text,
               ${globalDataOf('')}
          from cms_global_content where _status = 'published'
        union all
        select 'faq', '', id::text, 'question', ${questionOf('')}
          from faq where page::text = ${page} and _status = 'published'`,
  )
}

/** The newest version of every record, draft or published, in one query. */
export async function findNewestRows(payload: Payload, page: string): Promise<ContentRow[]> {
  return rows<ContentRow>(
    payload,
    sql`select version_page as page, version_section as section, version_content_key as key,
               version_content_type::text as type, version_content_data as data
          from _cms_content_v
         where latest and version_page = ${page} and parent_id is not null
        union all
        select 'global', ${sectionOf('version_content_key')}, ${keyOf('version_content_key')},
               version_content_type::text, ${globalDataOf('version_')}
          from _cms_global_content_v where latest and parent_id is not null
        union all
        select 'faq', '', parent_id::text, 'question', ${questionOf('version_')}
          from _faq_v where latest and version_page::text = ${page} and parent_id is not null`,
  )
}

/**
 * What was live on a page and on every page at `at` (ISO 8601), in one query. What was taken down
 * before is not among it; what was discarded or moved to another page since is.
 */
export async function findRowsAt(
  payload: Payload,
  page: string,
  at: string,
): Promise<ContentRow[]> {
  const textsOf = (of: string) => sql`
    select page, section, content_key as key, content_type as type, content_data as data
      from (${liveAt(of, at)}) as texts where content_data is not null`
  return rows<ContentRow>(
    payload,
    sql`${textsOf(page)} union all ${textsOf('global')}
        union all
        select 'faq', '', id::text, 'question', data
          from (select distinct on (v.parent_id) v.parent_id as id, v.version_page::text as page,
                       v.version__status as state, ${questionOf('v.version_')} as data
                  from _faq_v as v
                  left join audit as a
                    on a.version = v.id and a.of_collection = 'faq' and a.action = 'unpublish'
                 where v.updated_at <= ${at}::timestamptz and v.parent_id is not null
                   and (v.version__status = 'published' or a.id is not null)
                 order by v.parent_id, v.updated_at desc, v.id desc) as questions
         where page = ${page} and state = 'published'`,
  )
}

/** The published pictures of all pages, in one query. */
export async function findPictureRows(payload: Payload): Promise<ContentRow[]> {
  return rows<ContentRow>(
    payload,
    sql`select page, section, content_key as key, content_type::text as type, content_data as data
          from cms_content
         where section = 'pictures' and content_type = 'image' and _status = 'published'`,
  )
}
