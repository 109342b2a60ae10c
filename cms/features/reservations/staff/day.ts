import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import type { Permission } from '../../../platform/staff/permissions.ts'
import { searchable } from '../../../platform/ui/searchable.ts'
import { addDays } from '../../venue/hours/opening-hours.ts'
import { venueTimeOf } from '../../venue/time/venue-time.ts'
import type { ReservationRow } from '../contract.ts'
import { type ReservationKind, reservationKinds } from '../kind.ts'
import { listOfDay, type ReservationOfDay } from '../queries/of-day.ts'
import type { KindName } from '../rules.ts'
import { rowsOf } from '../state.ts'
import { startOfTonight } from './rules.ts'

/** A subject with its reservations, as staff see them. */
export type SubjectOfDay = {
  kind: KindName
  subject: number
  title: string
  startsAt: Date
  /** Whether guests can be added to it. */
  canAdd: boolean
  rows: ReservationRow[]
}

/**
 * All reservations of a day, of all kinds, by start.
 * @param options.day `YYYY-MM-DD` on the venue's clock
 * @param options.isOnlyTonight for staff who see only today: after midnight, what began the evening before is listed too
 * @param options.isAllowed whether the caller has a permission; kinds with another permission are left out
 * @param options.search a part of a name; also of an address, with `withAddresses`. Empty: all
 */
export async function findReservationsOfDay(
  payload: Payload,
  {
    day,
    timeZone,
    search,
    withAddresses,
    isOnlyTonight,
    isAllowed,
  }: {
    day: string
    timeZone: string
    search: string
    withAddresses: boolean
    isOnlyTonight: boolean
    isAllowed: (permission: Permission) => boolean
  },
): Promise<SubjectOfDay[]> {
  const startOf = (date: string) => venueTimeOf(`${date}T00:00`, timeZone)?.at ?? null
  const start = startOf(day)
  const from = start && isOnlyTonight ? startOfTonight(start) : start
  const until = startOf(addDays(day, 1))
  if (!from || !until) return []
  const wanted = searchable(search)
  const isFound = ({ name, email }: ReservationRow) =>
    searchable(`${name ?? ''} ${(withAddresses && email) || ''}`).includes(wanted)
  const kinds = reservationKinds
    .all(payload)
    .filter(({ ofOneGuest }) => !ofOneGuest || isAllowed(ofOneGuest.permission))
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const rows = await listOfDay(databaseOf(payload), kind, { from, until })
      const bySubject = Map.groupBy(rows, ({ reservation }) => reservation.subject)
      return [...bySubject.values()].map((group) => ofSubject(kind, group))
    }),
  )
  return found
    .flat()
    .map((each) => ({ ...each, rows: each.rows.filter(isFound) }))
    .filter(({ rows }) => rows.length > 0)
    .toSorted((one, other) => +one.startsAt - +other.startsAt)
}

function ofSubject(kind: ReservationKind, group: readonly ReservationOfDay[]): SubjectOfDay {
  const [first] = group
  if (!first) throw new Error('A group is never empty.')
  const { title, startsAt, reservation } = first
  return {
    ...{ kind: reservation.kind, subject: reservation.subject, title, startsAt },
    canAdd: !kind.ofOneGuest,
    rows: rowsOf(group.map((each) => each.reservation)),
  }
}
