import { type Database, execute, jsonRows, sql } from '../database/query.ts'

/** A row of the audit trail. */
export type AuditRow = {
  action: string
  subject: string
  of_collection: string
  document: string
  version: number | null
  details: Record<string, unknown> | null
  by_id: number | null
  by_name: string | null
}

/** Adds rows to the audit trail. */
export async function insertAuditRows(db: Database, rows: AuditRow[]): Promise<void> {
  await execute(
    db,
    sql`insert into audit (action, subject, of_collection, document, version, details, by_id, by_name)
        select action, subject, of_collection, document, version, details, by_id, by_name
          from jsonb_to_recordset(${jsonRows(rows)}) as entry (
            action text, subject text, of_collection text, document text, version numeric,
            details jsonb, by_id numeric, by_name text)`,
  )
}
