import type { Payload } from 'payload'
import { localMoment } from '../../venue/hours/opening-hours.ts'
import { findVenue } from '../../venue/service.ts'
import { newsletterError } from '../errors.ts'

/**
 * @param field that holds the day, as a path with dots
 * @throws HttpError `bad_request` if the day has not begun at the venue
 */
export async function requireBegun(payload: Payload, day: string, field: string): Promise<void> {
  const { timeZone } = await findVenue(payload)
  if (day <= localMoment(new Date(), timeZone).date) return
  throw newsletterError('future_consent', { field, replyFields: { field } })
}
