import { z } from 'zod'
import { type Database, findRows, sql } from '../../../platform/database/query.ts'

const damaged = z.object({
  collection: z.enum(['cms_content', 'cms_global_content', 'faq']),
  id: z.number(),
})
/** A record that no page and no list can show, because a part of it is missing. */
export type DamagedRecord = z.output<typeof damaged>

const isUnreadable = sql.raw(`
  coalesce(jsonb_typeof(content_data -> 'text') <> 'string', true)
  and coalesce(jsonb_typeof(content_data -> 'media') <> 'number', true)`)

/** The program makes no such records any more. Earlier versions stored unfinished drafts. */
export const findDamagedRecords = (db: Database, limit: number): Promise<DamagedRecord[]> =>
  findRows(db, damaged)`
    select 'cms_content' as collection, id from cms_content
     where page is null or section is null or content_key is null or content_type is null
        or ${isUnreadable}
    union all
    select 'cms_global_content', id from cms_global_content
     where content_key is null or content_type is null or content_value is null and ${isUnreadable}
    union all
    select 'faq', id from faq
     where deleted_at is null and (page is null or question is null or answer is null or position is null)
     order by collection, id limit ${limit}`
