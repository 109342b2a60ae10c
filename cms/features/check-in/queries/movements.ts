import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  hasRow,
  idList,
  jsonRows,
  type SQL,
  sql,
  withPreparation,
} from '../../../platform/database/query.ts'
import { insertion, rowOf } from '../../../platform/database/row.ts'
import { venueAreas } from '../../venue/rules.ts'
import { type Counted, movementDirections } from '../rules.ts'
import { checkInMovements } from '../tables.ts'

const movementRow = rowOf(checkInMovements)
export type StoredMovement = typeof checkInMovements.$inferSelect
export type NewMovement = Omit<StoredMovement, 'id' | 'receivedAt' | 'undoneAt'> & {
  undoneAt?: Date | null
}

/** Whose movements: those of a reservation, or of a member without one, in an area. */
export type Holder =
  | { reservation: number; night: string }
  | { member: number; night: string; area: StoredMovement['area'] }

const isOf = (holder: Holder): SQL =>
  'reservation' in holder
    ? sql`reservation = ${holder.reservation}::int and night = ${holder.night}::text`
    : sql`member = ${holder.member}::int and reservation is null and night = ${holder.night}::text and area = ${holder.area}::text`

/** @returns the row; null if a scan with this key was stored before */
export function insertMovement(
  db: Database,
  movement: NewMovement,
): Promise<StoredMovement | null> {
  const row = insertion(checkInMovements, movement)
  return findRow(withPreparation(db), movementRow.schema)`
    insert into check_in_movements (${row.names}) select ${row.values}
    on conflict (client_id) do nothing returning ${movementRow.columns}`
}

export const findMovement = (db: Database, clientId: string): Promise<StoredMovement | null> =>
  findRow(withPreparation(db), movementRow.schema)`
    select ${movementRow.columns} from check_in_movements where client_id = ${clientId}::uuid`

/** The movements of somebody in a night that were not undone, by time. */
export const listMovementsOf = (db: Database, holder: Holder): Promise<StoredMovement[]> =>
  findRows(withPreparation(db), movementRow.schema)`
    select ${movementRow.columns} from check_in_movements
     where ${isOf(holder)} and undone_at is null order by at, id`

/** Whether a member came in in a night, with or without a reservation. */
export const cameInNight = (db: Database, member: number, night: string): Promise<boolean> =>
  hasRow(db)`
    select from check_in_movements
     where member = ${member} and night = ${night} and direction = 'in' and counted > 0 and undone_at is null limit 1`

const leavingRow = z.object({
  id: z.number(),
  area: z.enum(venueAreas),
  direction: z.enum(movementDirections),
  count: z.number(),
  counted: z.number(),
  at: z.coerce.date(),
  isWalkIn: z.boolean(),
})

/** The movements of a night in the areas that somebody left without a reservation. */
export const listOfLeaving = (
  db: Database,
  night: string,
): Promise<z.output<typeof leavingRow>[]> =>
  findRows(db, leavingRow)`
    select id, area, direction, count, counted, at, reservation is null and member is null as "isWalkIn"
      from check_in_movements
     where night = ${night} and undone_at is null
       and area in (select area from check_in_movements
                     where night = ${night} and undone_at is null and direction = 'out'
                       and reservation is null and member is null)`

/** Stores how many of each movement count. */
export async function saveCounted(db: Database, rows: readonly Counted[]): Promise<void> {
  if (!rows.length) return
  await execute(db)`
    update check_in_movements as m set counted = r.counted, slot = r.slot
      from jsonb_to_recordset(${jsonRows(rows)}) as r (id int, counted int, slot int)
     where m.id = r.id and (m.counted, m.slot) is distinct from (r.counted, r.slot)`
}

export const undoMovement = (db: Database, id: number) =>
  execute(db)`
    update check_in_movements set undone_at = now(), counted = 0, slot = null
     where id = ${id} and undone_at is null`

const signed = sql.raw(
  `coalesce(sum(case when direction = 'in' then counted else -counted end), 0)::int`,
)
const areaCount = z.object({
  area: z.enum(venueAreas),
  inside: z.number(),
  limit: z.number().nullable(),
  reEntry: z.boolean(),
})

/** How many people are inside, and what staff entered about the areas. Areas with neither are left out. */
export const listAreaCounts = (
  db: Database,
  night: string,
): Promise<z.output<typeof areaCount>[]> =>
  findRows(withPreparation(db), areaCount)`
    select coalesce(m.area, a.area) as area, coalesce(m.inside, 0) as inside, a.people as limit,
           coalesce(a.re_entry, true) as "reEntry"
      from (select area, ${signed} as inside from check_in_movements
             where night = ${night}::text and undone_at is null group by area) as m
      full join check_in_areas as a on a.area = m.area`

const guestState = z.object({
  id: z.number(),
  inside: z.number(),
  at: z.coerce.date().nullable(),
  door: z.string().nullable(),
  by: z.string().nullable(),
})
export type GuestState = z.output<typeof guestState>

const stateColumns = sql`
  ${signed} as inside,
  max(at) filter (where direction = 'in' and counted > 0) as at,
  (array_agg(door order by at desc, id desc) filter (where direction = 'in' and counted > 0))[1] as door,
  (array_agg(by order by at desc, id desc) filter (where direction = 'in' and counted > 0))[1] as by`

/** How many of each reservation are inside, and who let in the last ones. Reservations without movements are left out. */
export const listStates = (
  db: Database,
  night: string,
  reservations: readonly number[],
): Promise<GuestState[]> =>
  findRows(db, guestState)`
    select reservation as id, ${stateColumns} from check_in_movements
     where reservation = any(${idList(reservations)}::int[]) and night = ${night} and undone_at is null
     group by reservation`

/** The same for members without a reservation. */
export const listMemberStates = (
  db: Database,
  night: string,
  area: StoredMovement['area'],
): Promise<GuestState[]> =>
  findRows(db, guestState)`
    select member as id, ${stateColumns} from check_in_movements
     where member is not null and reservation is null and night = ${night} and area = ${area} and undone_at is null
     group by member`

/** All movements of a night, for the report. */
export const listOfNight = (db: Database, night: string): Promise<StoredMovement[]> =>
  findRows(db, movementRow.schema)`
    select ${movementRow.columns} from check_in_movements
     where night = ${night} and undone_at is null order by at, id limit 20000`

export const deleteOldMovements = (db: Database, days: number) =>
  execute(db)`
    delete from check_in_movements where received_at < now() - ${days}::int * interval '1 day'`

const ownRow = rowOf(checkInMovements, {
  only: ['night', 'area', 'direction', 'count', 'door', 'at', 'undoneAt'],
})

/** What is stored about a member's scans without a reservation, for the download of personal data. */
export const listMovementsOfMember = (db: Database, member: number) =>
  findRows(db, ownRow.schema)`
    select ${ownRow.columns} from check_in_movements where member = ${member} order by at, id`

/** Forgets who the person was. Their scans stay in the counts of the night. */
export const forgetMember = (db: Database, member: number) =>
  execute(db)`
    update check_in_movements set member = null, slot = case when reservation is not null then slot end
     where member = ${member}`

const pastOf = sql.raw(`member is not null and received_at < now() - interval '1 day'`)

/** Members whom scans of earlier nights name, by id; at most 10,000 after one of them. */
export const listNamedInPast = (db: Database, after: number): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select distinct member from check_in_movements where ${pastOf} and member > ${after}::int
     order by member limit 10000`

/** Forgets who came in earlier nights. Tonight the door still needs to know who is inside. */
export const forgetInPast = (db: Database, members: readonly number[]) =>
  execute(db)`
    update check_in_movements set member = null, slot = case when reservation is not null then slot end
     where ${pastOf} and member = any(${idList(members)}::int[])`

export const saveMovementReason = (
  db: Database,
  id: number,
  reason: NonNullable<StoredMovement['reason']>,
) => execute(db)`update check_in_movements set reason = ${reason} where id = ${id}`
