import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  requireRow,
} from '../../../platform/database/query.ts'
import { insertion, rowOf } from '../../../platform/database/row.ts'
import { checkInShifts } from '../tables.ts'

const shiftRow = rowOf(checkInShifts)
export type Shift = typeof checkInShifts.$inferSelect

export function insertShift(
  db: Database,
  shift: Pick<Shift, 'tokenHash' | 'name' | 'door' | 'staff' | 'link' | 'night' | 'endsAt'>,
): Promise<number> {
  const row = insertion(checkInShifts, shift)
  return requireRow(db, column(z.number()))`
    insert into check_in_shifts (${row.names}) select ${row.values} returning id`
}

/** A shift that is not over. */
export const findShift = (db: Database, tokenHash: string): Promise<Shift | null> =>
  findRow(db, shiftRow.schema)`
    select ${shiftRow.columns} from check_in_shifts
     where token_hash = ${tokenHash} and ended_at is null and ends_at > now()`

export const listShifts = (db: Database): Promise<Shift[]> =>
  findRows(db, shiftRow.schema)`
    select ${shiftRow.columns} from check_in_shifts where ended_at is null and ends_at > now() order by id`

/** Records when a phone was heard of, to the minute. */
export const markSeen = (db: Database, { id, door }: { id: number; door: string }) =>
  execute(db)`
    update check_in_shifts set seen_at = now(), door = ${door}
     where id = ${id} and (door <> ${door} or seen_at < now() - interval '1 minute')`

/** @returns how many shifts were ended */
export const endShift = (db: Database, id: number): Promise<number> =>
  execute(db)`
    update check_in_shifts set ended_at = now() where id = ${id} and ended_at is null and ends_at > now()`

/** Deletes shifts some time after their end. */
export const deleteOldShifts = (db: Database, days: number) =>
  execute(db)`delete from check_in_shifts where ends_at < now() - ${days}::int * interval '1 day'`
