import type { Payload } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { findBookingsOf, type MemberBookings } from '../bookings/guest/of-member.ts'
import { findBalance } from '../credit/page-data.ts'
import { findReservationsOf } from '../events/guest/page-data.ts'
import { findNextLunch } from '../lunch-run/service.ts'
import type { SignedIn } from '../members/contract.ts'
import { findLastMoments } from '../moments/page-data.ts'
import { listUnreadNudges, personOfMember } from '../nudges/service.ts'
import { findHome } from './queries.ts'
import { tileOrder } from './rules.ts'

export type OwnReservations = Awaited<ReturnType<typeof findReservationsOf>>

const nudgesOnHome = 3

/** What the next booking or reservation of a member is. */
export function nextOf(reserved: OwnReservations, bookings: MemberBookings) {
  const [event] = reserved.toSorted(
    (one, other) => one.subject.startsAt.getTime() - other.subject.startsAt.getTime(),
  )
  const [booking] = bookings
  if (event && (!booking || event.subject.startsAt <= booking.subject.startsAt)) {
    return { kind: 'event' as const, event }
  }
  return booking ? { kind: booking.kind, booking } : null
}

/** What the tiles of a member’s home show. */
export async function findHomeTiles(payload: Payload, member: SignedIn, today: string) {
  const db = databaseOf(payload)
  const home = await findHome(db, member.id)
  const since = home?.nudges_read_at ? new Date(home.nudges_read_at) : null
  const [reserved, bookings, balance, lunch, moments, nudges] = await Promise.all([
    findReservationsOf(payload, member),
    findBookingsOf(payload, member),
    findBalance(payload, member),
    findNextLunch(db, { member: member.id, today }),
    findLastMoments(payload, member.id),
    listUnreadNudges(db, { person: personOfMember(member.id), since, limit: nudgesOnHome }),
  ])
  return {
    order: tileOrder(home?.tiles ?? []),
    next: nextOf(reserved, bookings),
    ...{ reserved, bookings, balance, lunch, moments, nudges },
  }
}
export type HomeTiles = Awaited<ReturnType<typeof findHomeTiles>>
