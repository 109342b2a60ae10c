import { type CalendarEntry, calendarFile } from '../../../platform/http/calendar-file.ts'
import { env } from '../../../platform/runtime/env.ts'
import type { SiteFacts } from '../../../platform/runtime/site-facts.ts'
import type { MailedReservation } from '../../reservations/kind.ts'
import { areaName } from '../../venue/names.ts'
import { bookPath, peopleText, type Reservable } from '../rules.ts'

/** The calendar file of a booking. It has neither the link of its page nor what guests wrote: calendars are shared. */
export function bookingFile(
  { productName, timeZone, contact }: Pick<SiteFacts, 'productName' | 'timeZone' | 'contact'>,
  subject: Pick<Reservable, 'id' | 'title' | 'area' | 'startsAt' | 'endsAt' | 'version'>,
  { party, status }: Pick<MailedReservation, 'party' | 'status'>,
): string {
  const { SITE_URL } = env()
  const { street, locality, postcode } = contact
  const entry: CalendarEntry = {
    uid: `booking-${subject.id}@${new URL(SITE_URL).hostname}`,
    // A cancellation does not increase the version of the booking.
    sequence: 2 * subject.version + Number(status === 'cancelled'),
    changedAt: new Date(),
    startsAt: subject.startsAt,
    endsAt: subject.endsAt,
    title: `${subject.title}, ${productName}`,
    text: `For ${peopleText(party)}.`,
    place: [areaName(subject.area), productName, street, `${locality} ${postcode}`.trim()]
      .filter(Boolean)
      .join(', '),
    url: `${SITE_URL}${bookPath}`,
    status:
      status === 'cancelled'
        ? 'CANCELLED'
        : status === 'waitlisted' || status === 'offered' || status === 'held'
          ? 'TENTATIVE'
          : 'CONFIRMED',
  }
  return calendarFile({ name: productName, timeZone, entries: [entry] })
}
