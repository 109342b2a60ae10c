import type { Payload } from 'payload'
import { encode } from 'uqr'
import { databaseOf } from '../../../platform/database/query.ts'
import { qrPath } from '../../../platform/ui/qr-path.ts'
import type { ReservationState } from '../../reservations/contract.ts'
import { findAnyReservation } from '../../reservations/service.ts'
import { makeTicket } from '../code.ts'
import { findPlace } from '../door/doors.ts'
import { ticketKindOf } from '../door/guests.ts'
import { signingKeyUntil } from '../keys.ts'
import { findNight, nightWith } from '../night.ts'

/** A QR code: its text, and its drawing as the path of an SVG with `size` units. */
export type Ticket = { code: string; path: string; size: number }

/** Light modules around the code. ISO/IEC 18004 requires four. */
const quietModules = 4

/**
 * The code of a reservation, for its page. Null if it has no places, or nothing to do with doors, or is over.
 */
export async function findTicket(
  payload: Payload,
  { id, status }: Pick<ReservationState<unknown>, 'id' | 'status'>,
): Promise<Ticket | null> {
  if (status !== 'going' && status !== 'attended') return null
  const db = databaseOf(payload)
  const reservation = await findAnyReservation(db, id)
  const kind = reservation && ticketKindOf(reservation.kind)
  const { day, timeZone } = await findNight(payload)
  const place = kind && (await findPlace(db, reservation, timeZone))
  const [area] = place?.areas ?? []
  if (!place || !kind || !area || place.isCancelled || place.nights.until < day) return null
  const { from, until } = place.nights
  const key = await signingKeyUntil(payload, nightWith(until, timeZone).endsAt)
  const { linkVersion: version, subject, party } = reservation
  const ticket = { kind, reservation: id, version, subject, area, party, from, until }
  return draw(await makeTicket(ticket, key))
}

export function draw(code: string): Ticket {
  const { data, size } = encode(code, { ecc: 'M', border: quietModules })
  return { code, path: qrPath(data), size }
}
