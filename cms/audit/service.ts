import type { PayloadRequest } from 'payload'
import { executorOf, sql } from '../database/sql.ts'

export type AuditEntry = {
  /** What was done, in one word: `draft`, `publish`, `restore` … */
  action: string
  /** To what, as staff name it. */
  subject: string
  of_collection: string
  /** Id of the record. */
  document: number | string
  /** Id of the version that came of it, null where none did. */
  version: number | null
  details?: Record<string, unknown>
  /** Who did it, where that is not the person of the request. */
  by?: { id: number; name: string } | null
}

/** Writes entries of the audit trail, in the request's transaction where it has one. */
export async function recordAll(req: PayloadRequest, entries: AuditEntry[]): Promise<void> {
  if (!entries.length) return
  const asking = req.user?.collection === 'users' ? req.user : null
  const rows = entries.map(({ by, details, document, ...entry }) => {
    const { id = null, name = null } = (by === undefined ? asking : by) ?? {}
    const kept = details ?? null
    return { ...entry, document: String(document), details: kept, by_id: id, by_name: name }
  })
  const db = await executorOf(req)
  await db.execute(sql`
    insert into audit (action, subject, of_collection, document, version, details, by_id, by_name)
    select action, subject, of_collection, document, version, details, by_id, by_name
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (
        action text, subject text, of_collection text, document text, version numeric,
        details jsonb, by_id numeric, by_name text)`)
}

/** Writes one entry of the audit trail, in the request's transaction where it has one. */
export const record = (req: PayloadRequest, entry: AuditEntry): Promise<void> =>
  recordAll(req, [entry])
