import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  requireRow,
  withPreparation,
} from '../../../platform/database/query.ts'
import { insertion, rowOf } from '../../../platform/database/row.ts'
import { checkInShifts } from '../tables.ts'
import { allAreaRules, areaRule } from './areas.ts'

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

const currentShift = shiftRow.schema.extend({ areas: z.array(areaRule) })
/** A shift, with what staff entered about areas. */
export type CurrentShift = z.output<typeof currentShift>

/**
 * A shift that is not over.
 * @param lateHours for how long its regular end may be past. One that somebody ended is over at once
 */
export const findShift = (
  db: Database,
  tokenHash: string,
  { lateHours = 0 } = {},
): Promise<CurrentShift | null> =>
  findRow(withPreparation(db), currentShift)`
    select ${shiftRow.columns}, ${allAreaRules} as areas from check_in_shifts
     where token_hash = ${tokenHash} and ended_at is null
       and ends_at > now() - ${lateHours}::int * interval '1 hour'`

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
