import { z } from 'zod'
import { sql } from '../../../platform/database/query.ts'
import type { ContentData, ContentKey } from '../contract.ts'

// Stored content was validated when it was written, so reads only check what the program could not work without.
export const content = z.custom<ContentData>(isReadable)

/** Whether stored content is a text or a picture. A record that was not written by the program may hold anything. */
export function isReadable(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false
  return typeof (data as Doc).text === 'string' || typeof (data as Doc).media === 'number'
}
type Doc = Record<string, unknown>
export const contentType = z.enum(['text', 'image'])
export const key = { page: z.string(), section: z.string(), content_key: z.string() }

export type Query = ReturnType<typeof sql>
/** The two tables of content records. The global table stores section and key together, as `section.key`. */
export type ContentTable = 'cms_content' | 'cms_global_content'

export const tableOf = (page: string): ContentTable =>
  page === 'global' ? 'cms_global_content' : 'cms_content'

/** The name of a table as SQL. */
export const nameOf = (table: ContentTable): Query => sql`${sql.identifier(table)}`
/** The name of the table that stores the versions of a table's records, as SQL. */
export const versionsOf = (table: ContentTable | 'faq'): Query =>
  sql`${sql.identifier(`_${table}_v`)}`

/** The parts of a record's key as SQL. @param prefix of the columns: `c.`, `v.version_` */
export function keyColumns(table: ContentTable, prefix: string) {
  const key = sql.raw(`${prefix}content_key`)
  if (table === 'cms_content') {
    return { page: sql.raw(`${prefix}page`), section: sql.raw(`${prefix}section`), key }
  }
  return {
    page: sql`'global'::text`,
    section: sql`split_part(${key}, '.', 1)`,
    key: sql`substr(${key}, strpos(${key}, '.') + 1)`,
  }
}

/** A record's content as SQL. Old global texts are stored in `content_value`. */
export function contentColumn(table: ContentTable, prefix: string): Query {
  const data = sql.raw(`${prefix}content_data`)
  if (table === 'cms_content') return sql`${data}`
  return sql`coalesce(${data}, jsonb_build_object('text', ${sql.raw(`${prefix}content_value`)}))`
}

/** A timestamp as SQL text: ISO 8601 in UTC. */
export const isoTime = (column: Query): Query =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A condition: version `v` belongs to a key. It also matches versions of deleted records. */
export const isVersionOf = ({ page, section, content_key }: ContentKey): Query =>
  page === 'global'
    ? sql`v.version_content_key = ${`${section}.${content_key}`}`
    : sql`v.version_page = ${page} and v.version_section = ${section}
          and v.version_content_key = ${content_key}`
