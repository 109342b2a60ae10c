import type { Payload } from 'payload'
import { rows, sql } from '../database/sql.ts'

export type ContentRow = { page: string; section: string; key: string; text: string }

/**
 * The published texts of a page and of every page, in one query. A global key is written
 * `section.key`.
 */
export async function findPublishedRows(payload: Payload, page: string): Promise<ContentRow[]> {
  return rows<ContentRow>(
    payload,
    sql`select page, section, content_key as key, content_data->>'text' as text
          from cms_content
         where page = ${page} and _status = 'published' and content_data->>'text' is not null
        union all
        select 'global', split_part(content_key, '.', 1), substr(content_key, strpos(content_key, '.') + 1),
               coalesce(content_data->>'text', content_value)
          from cms_global_content
         where _status = 'published' and coalesce(content_data->>'text', content_value) is not null`,
  )
}
