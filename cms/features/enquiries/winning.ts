import type { PayloadRequest } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import { localMoment } from '../venue/hours/opening-hours.ts'
import { findVenue } from '../venue/service.ts'
import { enquiryError } from './errors.ts'
import { keepSpace } from './holding.ts'
import { noteChange } from './locked.ts'
import { mailGuest } from './mails/render.ts'
import { type Enquiry, updateEnquiry } from './queries/enquiries.ts'
import type { Quote } from './queries/quotes.ts'

/**
 * The space is the guest’s for good: its hold and its closure stay. The enquiry is locked.
 * @throws HttpError `taken` if the space was taken meanwhile
 */
export async function win(
  req: PayloadRequest,
  db: Database,
  enquiry: Enquiry,
  quote: Quote,
): Promise<Enquiry> {
  const kept = await keepSpace(req, db, enquiry, quote, null)
  const won = await updateEnquiry(db, enquiry.id, {
    ...{ status: 'won', dueOn: null, closedAt: new Date() },
    confirmedAt: kept.confirmedAt ?? enquiry.confirmedAt,
  })
  await noteChange(req, db, won, 'won', 'The date is theirs.')
  await mailGuest(req, 'won', { enquiry: won, quote, occasion: `quote ${quote.id}` })
  return won
}

/**
 * Makes the draft of an event for a space that an enquiry keeps. Nobody sees it before a publisher publishes it, and it
 * names nobody. A repeated call finds the first one.
 * @throws HttpError `not_now`
 */
export async function draftEvent(
  req: PayloadRequest,
  db: Database,
  enquiry: Enquiry,
  quote: Quote | null,
): Promise<number> {
  if (!quote) throw enquiryError('not_now')
  if (enquiry.event !== null) {
    const { docs } = await req.payload.find({
      ...{ collection: 'events', depth: 0, limit: 1, req },
      where: { id: { equals: enquiry.event } },
    })
    if (docs[0]) return enquiry.event
  }
  const { timeZone } = await findVenue(req.payload)
  const local = (at: Date) => {
    const { date, minutes } = localMoment(at, timeZone)
    const clock = [Math.floor(minutes / 60), minutes % 60].map((part) =>
      String(part).padStart(2, '0'),
    )
    return `${date}T${clock.join(':')}`
  }
  const { id } = await req.payload.create({
    ...{ collection: 'events', depth: 0, req },
    data: {
      title: `${enquiry.kind}, ${localMoment(quote.startsAt, timeZone).date}`,
      summary: 'A private party.',
      ...{ start: local(quote.startsAt), end: local(quote.endsAt), areas: [quote.area] },
      ...{ interests: [enquiry.kind], slug: '', status: 'draft', visibility: 'secret' },
      ...{ capacity: enquiry.people, max_party: Math.min(enquiry.people, 6), payment: 'free' },
      common_good_percent: 1,
    },
  })
  await updateEnquiry(db, enquiry.id, { event: id })
  return id
}
