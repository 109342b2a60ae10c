import { z } from 'zod'
import { hasAction } from '../../../platform/audit/service.ts'
import { type Database, findReadableRows, idList, sql } from '../../../platform/database/query.ts'
import { contentColumn, keyColumns } from './columns.ts'
import { liveAt } from './history.ts'

const row = z.object({
  page: z.string(),
  section: z.string(),
  key: z.string(),
  type: z.enum(['text', 'image', 'question']),
  /** The stored content, not validated. */
  data: z.unknown(),
})
/**
 * A record that a page shows: a text or picture of the page, a global record (`page` is `global`), or a question
 * (`page` is `faq`, `key` is the question's id). All pages share the global records.
 */
export type ContentRow = z.output<typeof row>

const questionJson = (prefix: string) =>
  sql.raw(
    `jsonb_build_object('question', ${prefix}question, 'answer', ${prefix}answer, 'position', ${prefix}position)`,
  )
const globalColumns = keyColumns('cms_global_content', '')
const globalVersionColumns = keyColumns('cms_global_content', 'version_')

/** The published records of a page and the published global records, in one query. */
export const findPublishedRows = (db: Database, page: string): Promise<ContentRow[]> =>
  findReadableRows(db, row, 'contents of pages')`
    select page, section, content_key as key, content_type::text as type, content_data as data
      from cms_content where page = ${page} and _status = 'published'
    union all
    select 'global', ${globalColumns.section}, ${globalColumns.key}, content_type::text,
           ${contentColumn('cms_global_content', '')}
      from cms_global_content where _status = 'published'
    union all
    select 'faq', '', id::text, 'question', ${questionJson('')}
      from faq where page::text = ${page} and _status = 'published' and deleted_at is null`

// Unpublishing a record adds a version with the status draft. Pages do not show this version.
const isNotUnpublishing = (table: 'cms_content' | 'cms_global_content') =>
  sql`not (v.version__status = 'draft' and ${hasAction(table, sql`v.id`, 'unpublish')})`

/**
 * The newest version of each record of a page and of each global record, in one query. Texts and pictures
 * that were unpublished and not edited since are left out. If a question is published on this page and its
 * draft moves it to another page, its `data` is null.
 */
export const findNewestRows = (db: Database, page: string): Promise<ContentRow[]> =>
  findReadableRows(db, row, 'contents of pages')`
    select version_page as page, version_section as section, version_content_key as key,
           version_content_type::text as type, version_content_data as data
      from _cms_content_v as v
     where latest and version_page = ${page} and parent_id is not null
       and ${isNotUnpublishing('cms_content')}
    union all
    select 'global', ${globalVersionColumns.section}, ${globalVersionColumns.key},
           version_content_type::text, ${contentColumn('cms_global_content', 'version_')}
      from _cms_global_content_v as v
     where latest and parent_id is not null and ${isNotUnpublishing('cms_global_content')}
    union all
    select 'faq', '', v.parent_id::text, 'question',
           case when v.version_page::text = ${page} then ${questionJson('v.version_')} end
      from _faq_v as v join faq on faq.id = v.parent_id
     where v.latest and v.version_deleted_at is null
       and ${page} in (v.version_page::text, faq.page::text)`

/**
 * The records of a page and the global records that were live at a time, in one query. They include records
 * that were deleted or moved to another page since.
 * @param at ISO 8601
 */
export function findRowsAt(db: Database, page: string, at: string): Promise<ContentRow[]> {
  const texts = (of: string) => sql`
    select page, section, content_key as key, content_type as type, content_data as data
      from (${liveAt(of, at)}) as texts where content_data is not null`
  return findReadableRows(db, row, 'contents of pages')`
    ${texts(page)} union all ${texts('global')}
    union all
    select 'faq', '', id::text, 'question', data
      from (select distinct on (v.parent_id) v.parent_id as id, v.version_page::text as page,
                   v.version__status as state, v.version_deleted_at as deleted,
                   ${questionJson('v.version_')} as data
              from _faq_v as v
             where v.updated_at <= ${at}::timestamptz and v.parent_id is not null
               and (v.version__status = 'published' or v.version_deleted_at is not null
                    or ${hasAction('faq', sql`v.id`, 'unpublish')})
             order by v.parent_id, v.updated_at desc, v.id desc) as questions
     where page = ${page} and state = 'published' and deleted is null`
}

/** The published pictures of all pages, in one query. */
export const findPictureRows = (db: Database): Promise<ContentRow[]> =>
  findReadableRows(db, row, 'contents of pages')`
    select page, section, content_key as key, content_type::text as type, content_data as data
      from cms_content
     where section = 'pictures' and content_type = 'image' and _status = 'published'`

const questionText = z.object({ id: z.number(), question: z.string() })

export const findQuestionRows = (db: Database, ids: readonly number[]) =>
  findReadableRows(db, questionText, 'questions')`
    select id, question from faq where id = any(${idList(ids)}::int[]) and question is not null`

const draftCount = z.object({ page: z.string(), count: z.number() })

/** The number of question drafts of each page that has drafts. @param page one page, or null for all */
export const countQuestionDrafts = (db: Database, page: string | null) =>
  findReadableRows(db, draftCount, 'drafts of questions')`
    select version_page::text as page, count(*)::int as count from _faq_v
     where latest and version__status = 'draft' and parent_id is not null
       and version_deleted_at is null
       and ${page === null ? sql`true` : sql`version_page::text = ${page}`}
     group by version_page`

const pictureUse = z.object({ picture: z.number(), page: z.string(), key: z.string() })

/**
 * Finds the pages whose published content shows one of these pictures, in one row for each picture and page.
 * `key` is the page's first record with this picture, written as `section.key`. The page of global records is
 * `global`.
 */
export const findPagesShowing = (db: Database, mediaIds: readonly number[]) =>
  findReadableRows(db, pictureUse, 'pictures of pages')`
    with requested as (select unnest(${idList(mediaIds)}::int[]) as picture)
    select picture, page::text as page, min(section || '.' || content_key) as key from requested
      join cms_content on content_data -> 'media' = to_jsonb(picture)
     where _status = 'published' and content_type = 'image' group by picture, page
    union
    select picture, 'global', min(content_key) from requested
      join cms_global_content on content_data -> 'media' = to_jsonb(picture)
     where _status = 'published' and content_type = 'image' group by picture
     order by page`
