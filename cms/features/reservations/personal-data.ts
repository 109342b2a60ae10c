import type { Payload, PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import type { PersonalDataOwner } from '../../platform/feature.ts'
import { cancelWithoutMail } from './change.ts'
import { type ReservationKind, reservationKinds, type Subject } from './kind.ts'
import { withLockedReservation } from './locked.ts'
import {
  changeEmail,
  deleteUnconfirmed,
  exportReservations,
  forgetGuest,
  forgetOldGuests,
  listOpenOf,
} from './queries/personal-data.ts'

export { exportReservations }

/** A member's reservations of the kinds whose features don't export them, for the data download. */
export async function exportData(
  db: Database,
  owner: PersonalDataOwner,
  req: PayloadRequest,
): Promise<Record<string, unknown>> {
  const kinds = reservationKinds.all(req.payload).filter(({ exportsOwnData }) => !exportsOwnData)
  const sections = await Promise.all(
    kinds.map(async (kind) => [
      `${kind.name}_reservations`,
      (await exportReservations(db, kind, owner)).map(({ id, ...row }) => row),
    ]),
  )
  return Object.fromEntries(sections)
}

/**
 * Cancels a member's reservations of a kind whose subjects are not over, which frees their places and holds. Then
 * removes the member's data from all reservations of the member. The numbers of people stay.
 */
export async function eraseReservations<S extends Subject>(
  kind: ReservationKind<S>,
  db: Database,
  owner: PersonalDataOwner,
  req: PayloadRequest,
): Promise<void> {
  for (const id of await listOpenOf(db, kind, owner)) {
    await withLockedReservation(kind, req, id, async (locked, found) => {
      if (['held', 'going', 'waitlisted', 'offered'].includes(found.status)) {
        await cancelWithoutMail(locked, found, 'guest')
      }
    })
  }
  await forgetGuest(db, kind.name, owner)
}

/** Erases a member's reservations of all kinds. */
export async function eraseData(
  db: Database,
  owner: PersonalDataOwner,
  req: PayloadRequest,
): Promise<void> {
  for (const kind of reservationKinds.all(req.payload)) {
    await eraseReservations(kind, db, owner, req)
  }
}

/** Changes the address of a member's reservations. */
export async function changeAddress(
  db: Database,
  member: number,
  { from, to }: { from: string; to: string },
  payload: Payload,
): Promise<void> {
  for (const kind of reservationKinds.all(payload)) {
    await changeEmail(db, kind, { member, from, to })
  }
}

/** Deletes reservations that nobody confirmed, and erases the names of old ones. */
export async function forgetOld(payload: Payload): Promise<void> {
  const db = databaseOf(payload)
  await deleteUnconfirmed(db)
  for (const kind of reservationKinds.all(payload)) await forgetOldGuests(db, kind)
}
