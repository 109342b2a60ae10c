import { z } from 'zod'
import {
  type Database,
  execute,
  findRow,
  findRows,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import { outKinds } from '../rules.ts'

const number = z.coerce.number().int()
const request = z.object({
  id: z.number(),
  key: z.string(),
  kind: z.enum(outKinds),
  amount: number,
  note: z.string(),
  /** `YYYY-MM-DD` */
  day: z.string().nullable(),
  reverses: number.nullable(),
  member: z.number().nullable(),
  state: z.enum(['requested', 'approved', 'refused']),
  requested_by: z.number(),
  requested_at: isoTimestamp,
  transfers: z.array(number).nullable(),
})
export type RequestRow = z.output<typeof request>

export type NewRequest = Pick<RequestRow, 'key' | 'kind' | 'amount' | 'note'> &
  Partial<Pick<RequestRow, 'day' | 'reverses' | 'member'>> & { staff: number }

const columns = `id, key, kind, amount, note, day::text, reverses, member, state, requested_by, requested_at,
  to_json(transfers) as transfers`

/** @returns the request; null if there is another undecided request to reverse the same transfer */
export async function insertRequest(
  db: Database,
  { key, kind, amount, note, day = null, reverses = null, member = null, staff }: NewRequest,
): Promise<RequestRow | null> {
  await execute(db)`
    insert into common_good_requests (key, kind, amount, note, day, reverses, member, requested_by)
    values (${key}, ${kind}, ${amount}, ${note}, ${day}::date, ${reverses}::bigint, ${member}::int, ${staff})
    on conflict do nothing`
  return findRequest(db, key)
}

export const findRequest = (db: Database, key: string): Promise<RequestRow | null> =>
  findRow(db, request)`select ${sql.raw(columns)} from common_good_requests where key = ${key}`

/** The member whose credit a request changes; null if there is none. */
export const findMemberOfRequest = async (db: Database, id: number): Promise<number | null> =>
  (
    await findRow(db, request.pick({ member: true }))`
    select member from common_good_requests where id = ${id}`
  )?.member ?? null

/** A request, locked: nobody else can decide about it until the transaction ends. */
export const lockRequest = (db: Database, id: number): Promise<RequestRow | null> =>
  findRow(db, request)`
    select ${sql.raw(columns)} from common_good_requests where id = ${id} for update`

/** The undecided requests, the oldest first, at most 200. */
export const listRequests = (db: Database): Promise<RequestRow[]> =>
  findRows(db, request)`
    select ${sql.raw(columns)} from common_good_requests where state = 'requested' order by id limit 200`

/**
 * Approves another person's request. @returns the number of rows: 0 if it is a request of `staff`, or was decided
 * already
 */
export const setRequestApproved = (
  db: Database,
  { id, staff, transfers }: { id: number; staff: number; transfers: readonly number[] },
): Promise<number> =>
  execute(db)`
    update common_good_requests
       set state = 'approved', note = '', decided_by = ${staff}, decided_at = now(),
           transfers = ${`{${transfers.join(',')}}`}::bigint[]
     where id = ${id} and state = 'requested' and requested_by <> ${staff}`

/** @returns the number of rows: 0 if the request was decided already */
export const setRequestRefused = (db: Database, id: number, staff: number): Promise<number> =>
  execute(db)`
    update common_good_requests set state = 'refused', note = '', decided_by = ${staff}, decided_at = now()
     where id = ${id} and state = 'requested'`

/** How many requests wait for approval and were not made by this staff member. */
export const countRequestsToApprove = (db: Database, staff: number) =>
  requireRow(db, z.object({ count: number }))`
    select count(*) from common_good_requests where state = 'requested' and requested_by <> ${staff}`

/** Deletes the undecided requests about a member, and removes the member from the others. */
export async function forgetRequestsAbout(db: Database, member: number): Promise<void> {
  await execute(
    db,
  )`delete from common_good_requests where member = ${member} and state = 'requested'`
  await execute(db)`update common_good_requests set member = null where member = ${member}`
}

const taken = z.object({ taken: number, limit: number })

/**
 * What a staff member took out of the Common Good in the last 24 hours without a second person, and how much that may
 * be, in minor units. The database's trigger uses the same functions.
 */
export const findTaken = (db: Database, staff: number) =>
  requireRow(db, taken)`
    select common_good_taken(${staff}::int) as taken, common_good_limit() as "limit"`
