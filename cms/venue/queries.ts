import { z } from 'zod'
import { type Database, requireRow } from '../database/query.ts'

/** Whether the venue's record was ever saved. */
export async function isVenueSaved(db: Database): Promise<boolean> {
  const row = z.object({ saved: z.boolean() })
  return (await requireRow(db, row)`select exists (select from venue) as saved`).saved
}
