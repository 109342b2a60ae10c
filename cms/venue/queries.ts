import { type Database, hasRow } from '../database/query.ts'

/** Whether the venue's record was ever saved. */
export const isVenueSaved = (db: Database): Promise<boolean> =>
  hasRow(db)`select from venue limit 1`
