import type { Picture } from '../../platform/media/picture.ts'
import { pictureFilePath } from '../../platform/media/picture.ts'
import type { Venue } from '../venue/contract.ts'
import { areaName } from '../venue/names.ts'
import { postalPlace } from '../venue/structured-data.ts'
import type { PageDate } from './public.ts'
import { availabilityOf, type EventStatus, eventPath } from './rules.ts'

// schema.org has no state for events that are over.
const statuses: Record<EventStatus, string> = {
  draft: 'EventScheduled',
  published: 'EventScheduled',
  ended: 'EventScheduled',
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
}

/** A moment as the venue's clock shows it, with its offset: `2026-12-03T19:30:00+00:00`. */
export function timeWithOffset(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at)
  const minutes = Math.round((Date.parse(`${parts.replace(' ', 'T')}Z`) - at.getTime()) / 60_000)
  const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${parts.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${twoDigits(size / 60)}:${twoDigits(size % 60)}`
}

/**
 * Structured data about an event for search engines (schema.org, JSON-LD).
 * @param facts.image URL of the date's share image
 */
export function eventStructuredData(
  venue: Venue,
  date: PageDate,
  facts: { siteUrl: string; image: string; picture: Picture | null; now: Date },
): Record<string, unknown> {
  const { siteUrl, picture } = facts
  const url = siteUrl + eventPath(date.slug)
  const time = (at: Date) => timeWithOffset(at, venue.timeZone)
  const widest = picture?.fallbackWidths.at(-1)
  const organizer = { '@type': 'Organization', name: venue.productName, url: `${siteUrl}/` }
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': `${url}#event`,
    url,
    name: date.title,
    description: date.summary,
    image: [
      ...(picture && widest ? [siteUrl + pictureFilePath(picture, widest, 'webp')] : []),
      facts.image,
    ],
    startDate: time(date.startsAt),
    endDate: time(date.endsAt),
    ...(date.doorsAt && { doorTime: time(date.doorsAt) }),
    eventStatus: `https://schema.org/${statuses[date.status]}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    isAccessibleForFree: date.payment === 'free',
    ...(date.capacity !== null && { maximumAttendeeCapacity: date.capacity }),
    keywords: date.interests.length ? date.interests.join(', ') : undefined,
    location: {
      '@type': 'Place',
      '@id': `${siteUrl}/#venue`,
      name: `${venue.productName}, ${date.areas.map(areaName).join(', ')}`,
      ...postalPlace(venue),
    },
    organizer: date.organiser ? { '@type': 'Organization', name: date.organiser, url } : organizer,
    offers: offersOf(venue, date, url, facts.now),
  }
}

function offersOf({ currency }: Venue, date: PageDate, url: string, now: Date) {
  const kind = availabilityOf(date, now).kind
  const availability = { open: 'InStock', few: 'LimitedAvailability', full: 'SoldOut' } as const
  const offer = (cents: number, name?: string) => ({
    '@type': 'Offer',
    name,
    price: (cents / 100).toFixed(2),
    priceCurrency: currency,
    url: `${url}#reserve`,
    availability: `https://schema.org/${kind === 'closed' ? 'Discontinued' : availability[kind]}`,
  })
  if (date.payment === 'free') return [offer(0)]
  return date.memberPriceCents === date.priceCents
    ? [offer(date.priceCents)]
    : [offer(date.priceCents), offer(date.memberPriceCents, 'Members')]
}
