import type { Venue } from './contract.ts'
import { type Hours, hoursOn, type Interval, parseClock, weekdays } from './hours/opening-hours.ts'
import { dayNames } from './names.ts'
import { type RoomPath, type VenueArea, venueAreas } from './rules.ts'

const dayMinutes = 24 * 60

/** `name` is set if the room and its area have different names. `type` is a schema.org type. */
type Place = { area: VenueArea; name?: string; type: string; hasMenu: boolean }

const places: Record<RoomPath, Place> = {
  '/cafe': { area: 'Cafe', type: 'CafeOrCoffeeShop', hasMenu: true },
  '/cocktails': { area: 'Cocktail Bar', type: 'BarOrPub', hasMenu: true },
  '/beer': { area: 'Beer Hall', type: 'BarOrPub', hasMenu: true },
  '/kitchens': { area: 'Kitchens', type: 'Restaurant', hasMenu: true },
  '/hall': { area: 'Event Spaces', name: 'Hall', type: 'EventVenue', hasMenu: false },
  '/community': {
    area: 'Event Spaces',
    name: 'Community',
    type: 'EventVenue',
    hasMenu: false,
  },
  '/common-room': { area: 'Common Room', type: 'LocalBusiness', hasMenu: false },
}

export type PageFacts = {
  siteUrl: string
  path: string
  title: string
  description: string
  image: string
  /** Today on the venue's clock, `YYYY-MM-DD`. Earlier exceptions are omitted. */
  today: string
  /** The areas whose tables can be booked, and where. */
  booking?: { path: string; areas: readonly VenueArea[] }
}

/**
 * Structured data for search engines (schema.org, JSON-LD). On the page of a room, the data describe the room; on the
 * home page, the venue; on any other page, that page.
 */
export function structuredData(venue: Venue, facts: PageFacts): Record<string, unknown> {
  const venueId = `${facts.siteUrl}/#venue`
  const room = places[facts.path as RoomPath] as Place | undefined
  const { booking } = facts
  // Facts about booking: on the page of a room, of its area.
  const reserveAt = (area?: VenueArea) => {
    const isBooked = booking && (area ? booking.areas.includes(area) : booking.areas.length > 0)
    if (!isBooked) return {}
    const query = area ? `?${new URLSearchParams({ area })}` : ''
    const url = `${facts.siteUrl}${booking.path}${query}`
    return {
      potentialAction: {
        '@type': 'ReserveAction',
        target: { '@type': 'EntryPoint', urlTemplate: url },
      },
    }
  }
  const common = {
    '@context': 'https://schema.org',
    url: facts.siteUrl + facts.path,
    description: facts.description,
    image: facts.image,
    ...postalPlace(venue),
  }
  if (room) {
    return {
      ...common,
      // The venue, in which it is contained, has a map.
      hasMap: undefined,
      '@type': room.type,
      '@id': `${facts.siteUrl}${facts.path}#place`,
      name: `${venue.productName} ${room.name ?? room.area}`,
      containedInPlace: { '@id': venueId },
      ...hoursOf(venue.hours, [room.area], facts.today),
      ...(room.hasMenu && { hasMenu: facts.siteUrl + facts.path }),
      ...reserveAt(room.area),
    }
  }
  if (facts.path !== '/') {
    return {
      '@context': 'https://schema.org',
      '@type': 'WebPage',
      url: facts.siteUrl + facts.path,
      name: facts.title,
      description: facts.description,
      about: { '@id': venueId },
    }
  }
  return {
    ...common,
    '@type': ['BarOrPub', 'Restaurant', 'CafeOrCoffeeShop'],
    '@id': venueId,
    name: venue.productName,
    slogan: venue.tagline || undefined,
    currenciesAccepted: venue.currency,
    sameAs: venue.social.map(({ url }) => url),
    ...hoursOf(venue.hours, venueAreas, facts.today),
    ...reserveAt(),
    hasMenu: ['/cafe', '/cocktails', '/beer', '/kitchens'].map((path) => facts.siteUrl + path),
    containsPlace: Object.entries(places).map(([path, { type }]) => ({
      '@type': type,
      '@id': `${facts.siteUrl}${path}#place`,
      url: facts.siteUrl + path,
    })),
  }
}

/** Structured data for the questions on a page. @param url of the page */
export const questionData = (
  url: string,
  questions: { question: string; answer: string }[],
): Record<string, unknown> => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  '@id': `${url}#faq`,
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

const inOneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')

/** The venue’s address as properties of a `Place`. */
export function postalPlace({ contact }: Venue): Record<string, unknown> {
  return {
    telephone: contact.phone || undefined,
    email: contact.email || undefined,
    hasMap: contact.mapUrl || undefined,
    address: {
      '@type': 'PostalAddress',
      streetAddress: inOneLine(contact.street) || undefined,
      addressLocality: contact.locality || undefined,
      postalCode: contact.postcode || undefined,
      addressCountry: contact.country || undefined,
    },
    ...(contact.latitude !== null &&
      contact.longitude !== null && {
        geo: {
          '@type': 'GeoCoordinates',
          latitude: contact.latitude,
          longitude: contact.longitude,
        },
      }),
  }
}

// The venue is open while any of its rooms is.
function hoursOf(hours: Hours, areas: readonly VenueArea[], today: string) {
  // Days with the same hours share one specification.
  const week = new Map<string, { interval: Interval; days: string[] }>()
  for (const day of weekdays) {
    const intervals = areas.flatMap(
      (area) => hours.areas.find((each) => each.area === area)?.week[day] ?? [],
    )
    for (const interval of mergeIntervals(intervals)) {
      const key = `${interval.opens}-${interval.closes}`
      const same = week.get(key) ?? { interval, days: [] }
      same.days.push(dayNames[day])
      week.set(key, same)
    }
  }
  const dates = [
    ...new Set(
      hours.exceptions
        .filter(({ date, area }) => date >= today && (area === null || areas.includes(area)))
        .map(({ date }) => date),
    ),
  ].sort()
  const special = dates.flatMap((date) => {
    const intervals = mergeIntervals(areas.flatMap((area) => hoursOn(hours, area, date).intervals))
    // In schema.org, a day from midnight to midnight is closed.
    const shown = intervals.length ? intervals : [{ opens: '00:00', closes: '00:00' }]
    return shown.map((interval) => specification(interval, { validFrom: date, validThrough: date }))
  })
  return {
    openingHoursSpecification: [...week.values()].map(({ interval, days }) =>
      specification(interval, { dayOfWeek: days }),
    ),
    ...(special.length && { specialOpeningHoursSpecification: special }),
  }
}

const specification = ({ opens, closes }: Interval, when: Record<string, string | string[]>) => ({
  '@type': 'OpeningHoursSpecification',
  ...when,
  opens,
  closes,
})

// Merges the intervals of several rooms on one day.
function mergeIntervals(intervals: Interval[]): Interval[] {
  // A `+` marks a time on the next day.
  const end = ({ opens, closes }: Interval) => (closes <= opens ? `${closes}+` : closes)
  const later = (a: Interval, b: Interval) => {
    const [first, second] = [end(a), end(b)]
    if (first.endsWith('+') !== second.endsWith('+')) return first.endsWith('+') ? a : b
    return first >= second ? a : b
  }
  const sorted = [...intervals].sort((a, b) => a.opens.localeCompare(b.opens))
  const merged = sorted.reduce<Interval[]>((merged, interval) => {
    const last = merged.at(-1)
    const touches = last && (last.closes <= last.opens || interval.opens <= last.closes)
    if (last && touches) last.closes = later(last, interval).closes
    else merged.push({ ...interval })
    return merged
  }, [])
  return merged.map(({ opens, closes }) => ({
    opens,
    closes: opens === closes ? dayEnd(opens) : closes,
  }))
}

// The end of 24 hours, a minute early: in schema.org, equal times mean that the place is closed.
function dayEnd(opens: string): string {
  const minutes = (parseClock(opens) + dayMinutes - 1) % dayMinutes
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}
