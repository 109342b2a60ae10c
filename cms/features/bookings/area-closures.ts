import type { PayloadRequest } from 'payload'
import { localMoment } from '../venue/hours/opening-hours.ts'
import type { VenueArea } from '../venue/rules.ts'
import { findVenue } from '../venue/service.ts'
import { limits } from './rules.ts'

const twoDigits = (number: number) => String(number).padStart(2, '0')

/**
 * Closes an area for something that takes all of it, in the request's transaction.
 * @returns the id of the closure
 */
export async function closeArea(
  req: PayloadRequest,
  {
    area,
    from,
    to,
    reason,
    guestText,
  }: { area: VenueArea; from: Date; to: Date; reason: string; guestText: string },
): Promise<number> {
  const { timeZone } = await findVenue(req.payload)
  const local = (at: Date) => {
    const { date, minutes } = localMoment(at, timeZone)
    return `${date}T${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
  }
  const { id } = await req.payload.create({
    ...{ collection: 'booking_closures', depth: 0, req },
    data: {
      ...{ area, from: local(from), to: local(to) },
      reason: reason.slice(0, limits.reason),
      guest_text: guestText.slice(0, limits.guestText),
    },
  })
  return id
}

/** Ends a closure. One that is gone already is fine. */
export async function reopenArea(req: PayloadRequest, id: number): Promise<void> {
  const { docs } = await req.payload.find({
    ...{ collection: 'booking_closures', depth: 0, limit: 1, req },
    where: { id: { equals: id } },
  })
  if (!docs[0]) return
  await req.payload.update({
    ...{ collection: 'booking_closures', id, depth: 0, req },
    data: { deletedAt: new Date().toISOString() },
  })
}
