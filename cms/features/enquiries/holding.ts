import type { PayloadRequest } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import { closeArea, listHitBookings, reopenArea } from '../bookings/service.ts'
import { findOverlaps } from '../events/service.ts'
import { areaName } from '../venue/names.ts'
import { lockSpaces } from '../venue/spaces.ts'
import { enquiryError } from './errors.ts'
import { type Enquiry, updateEnquiry } from './queries/enquiries.ts'
import { endHolds, extendHold, findHold, insertHold } from './queries/holds.ts'
import type { Quote } from './queries/quotes.ts'

/** Why a space cannot be held, for staff; null if it is free, for good only while it is locked. */
export async function findConflict(
  db: Database,
  enquiry: Pick<Enquiry, 'event'>,
  { area, startsAt, endsAt }: Pick<Quote, 'area' | 'startsAt' | 'endsAt'>,
): Promise<string | null> {
  const [event] = await findOverlaps(db, {
    event: enquiry.event ?? 0,
    areas: [area],
    times: [{ startsAt, endsAt }],
    onlyPublished: true,
    limit: 1,
  })
  if (event) return `An event takes place there then: ${event.title}.`
  const whole = { area, tables: [], from: startsAt, to: endsAt }
  const { length: tables } = await listHitBookings(db, whole)
  if (tables === 1) return 'A table is booked there then. Move that booking first.'
  return tables ? `${tables} tables are booked there then. Move those bookings first.` : null
}

/**
 * Holds the space of a quote for a locked enquiry, against events, tables and other enquiries, in place of what it held
 * before.
 * @param heldUntil null: for good
 * @throws HttpError `taken`, with what takes it
 */
export async function holdSpace(
  req: PayloadRequest,
  db: Database,
  enquiry: Enquiry,
  quote: Quote,
  heldUntil: Date | null,
): Promise<Enquiry> {
  const { area, startsAt, endsAt } = quote
  await lockSpaces(db, [area])
  const released = await releaseSpace(req, db, enquiry)
  const conflict = await findConflict(db, enquiry, quote)
  if (conflict) throw enquiryError('taken', { message: conflict })
  const place = {
    enquiry: enquiry.id,
    quote: quote.id,
    area,
    from: startsAt,
    to: endsAt,
    heldUntil,
  }
  if (!(await insertHold(db, place))) {
    throw enquiryError('taken', { message: 'Another enquiry holds the space then.' })
  }
  const closure = await closeArea(req, {
    ...{ area, from: startsAt, to: endsAt },
    reason: `${areaName(area)} held for enquiry no. ${enquiry.id}`,
    guestText: 'The whole room is taken by a private party then.',
  })
  return updateEnquiry(db, released.id, { closure })
}

/**
 * Keeps the space of an accepted quote until then. If the hold has ended, takes the space again if it is still free.
 * @throws HttpError `taken`
 */
export async function keepSpace(
  req: PayloadRequest,
  db: Database,
  enquiry: Enquiry,
  quote: Quote,
  heldUntil: Date | null,
): Promise<Enquiry> {
  await lockSpaces(db, [quote.area])
  const hold = await findHold(db, enquiry.id)
  if (hold?.quote === quote.id && (await extendHold(db, enquiry.id, heldUntil))) return enquiry
  return holdSpace(req, db, enquiry, quote, heldUntil)
}

/** Gives a space free that a locked enquiry holds. */
export async function releaseSpace(
  req: PayloadRequest,
  db: Database,
  enquiry: Enquiry,
): Promise<Enquiry> {
  await endHolds(db, enquiry.id)
  if (enquiry.closure === null) return enquiry
  await reopenArea(req, enquiry.closure)
  return updateEnquiry(db, enquiry.id, { closure: null })
}
