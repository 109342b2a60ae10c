import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import type { ReservationKind } from '../../reservations/kind.ts'
import { checkIn, forEachSubject, withLockedReservation } from '../../reservations/service.ts'
import { deskKind } from '../desks/kind.ts'
import { listUnmarked } from '../queries/sheet.ts'
import { tableKind } from '../reservations/kind.ts'

/**
 * Checks in the parties with a deposit that nobody marked on the evening sheet: without a word from staff, they came. A job
 * calls it each hour. If one can’t be checked in, the others are nevertheless.
 * @throws the last error
 */
export async function checkInUnmarked(payload: Payload): Promise<void> {
  const found = await listUnmarked(databaseOf(payload))
  const desks = new Set(found.filter(({ kind }) => kind === 'desk').map(({ id }) => id))
  const ids = found.map(({ id }) => id)
  await forEachSubject(payload, ids, (req, id) => {
    const kind: ReservationKind = desks.has(id) ? deskKind : tableKind
    return withLockedReservation(kind, req, id, async (_, { status, party }) => {
      // Staff may have marked it meanwhile.
      if (status === 'going') await checkIn(kind, req, { id, inside: party })
    })
  })
}
