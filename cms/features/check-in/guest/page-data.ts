import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { deskKind } from '../../bookings/desks/kind.ts'
import { tableKind } from '../../bookings/reservations/kind.ts'
import { eventKind } from '../../events/reservations/kind.ts'
import type { ReservationState } from '../../reservations/contract.ts'
import type { ReservationKind } from '../../reservations/kind.ts'
import { reservationPath } from '../../reservations/rules.ts'
import { findUpcoming } from '../../reservations/service.ts'
import { findNight, nightsOf } from '../night.ts'

/** A reservation of today, as the member's page shows it. */
type OfToday = {
  state: Pick<ReservationState, 'id' | 'status' | 'party'>
  title: string
  startsAt: Date
  path: string
}

/** A member's reservations of tonight, by start. */
export async function findOfToday(payload: Payload, member: number): Promise<OfToday[]> {
  const db = databaseOf(payload)
  const night = await findNight(payload)
  const kinds = [eventKind, tableKind, deskKind] as unknown as ReservationKind[]
  const found = await Promise.all(
    kinds.map(async (kind) =>
      (await findUpcoming(kind, db, { member })).map((state): OfToday & { endsAt: Date } => ({
        state,
        title: state.subject.title,
        startsAt: state.subject.startsAt,
        endsAt: state.subject.endsAt,
        // Members have all their desks on one page.
        path: kind.name === 'desk' ? kind.path : reservationPath(kind, state.token),
      })),
    ),
  )
  return found
    .flat()
    .filter((each) => {
      const { from, until } = nightsOf(each, night.timeZone)
      return from <= night.day && night.day <= until
    })
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
}
