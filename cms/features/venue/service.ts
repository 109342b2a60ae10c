import type { Payload } from 'payload'
import { cachedRead } from '../../platform/database/cached-read.ts'
import { toPicture } from '../../platform/media/picture.ts'
import { mediaTag } from '../../platform/media/tags.ts'
import type {
  Menu as MenuRecord,
  Tap as TapRecord,
  Venue as VenueRecord,
} from '../../platform/payload/payload-types.ts'
import type { Menu, Tap, Venue } from './contract.ts'
import { formatDays } from './hours/format-days.ts'
import { type AreaHours, type Hours, parseClock, weekdays } from './hours/opening-hours.ts'
import { toExceptions } from './hours/written-hours.ts'
import { defaultWaking, venueAreas } from './rules.ts'
import { venueTags } from './tags.ts'
import { storedTimeZone } from './time/time-zone.ts'

/** The venue as pages show it, cached until staff change it. */
export const findVenue = (payload: Payload): Promise<Venue> =>
  cachedRead('venue', [venueTags.venue, mediaTag], () => readVenue(payload))

/** The venue, read without the cache. For the admin, because the cache is outdated for a moment after a change. */
export const readVenue = async (payload: Payload): Promise<Venue> =>
  toVenue(await payload.findGlobal({ slug: 'venue', depth: 1 }))

/** The menus of a page in their order. */
export const findMenus = (payload: Payload, page: MenuRecord['page']): Promise<Menu[]> =>
  cachedRead(`menus:${page}`, [venueTags.menus], async () => {
    const { docs } = await payload.find({
      collection: 'menus',
      where: { page: { equals: page } },
      sort: ['position', 'id'],
      pagination: false,
      depth: 0,
    })
    return docs.map(toMenu)
  })

/** The beers on tap and the beers that come next; each of the two groups is sorted by tap number. */
export const findTaps = (payload: Payload): Promise<Tap[]> =>
  cachedRead('taps', [venueTags.taps], () => readTaps(payload))

/** The tap list for the admin, read without the cache. */
export async function readTaps(payload: Payload): Promise<Tap[]> {
  const { docs } = await payload.find({
    collection: 'taps',
    where: { status: { in: ['pouring', 'next'] } },
    sort: ['-status', 'number', 'id'],
    pagination: false,
    depth: 0,
  })
  return docs.map(toTap)
}

function toVenue(record: VenueRecord): Venue {
  const { contact } = record
  return {
    isDemo: Boolean(record.is_demo),
    productName: record.product_name || 'Common Room',
    brandText: record.brand_text || record.product_name || 'Common Room',
    tagline: record.tagline ?? '',
    copyright: record.copyright ?? '',
    timeZone: storedTimeZone(record.time_zone),
    currency: record.currency || 'GBP',
    contact: {
      street: contact?.street ?? '',
      locality: contact?.locality ?? '',
      postcode: contact?.postcode ?? '',
      country: contact?.country ?? '',
      latitude: contact?.latitude ?? null,
      longitude: contact?.longitude ?? null,
      phone: contact?.phone ?? '',
      email: contact?.email ?? '',
      mapUrl: contact?.map_url ?? '',
    },
    social: (record.social ?? []).map(({ label, url }) => ({ label, url })),
    hours: toHours(record),
    wakingHours: {
      from: minuteOf(record.waking_from || defaultWaking.from),
      to: minuteOf(record.waking_until || defaultWaking.until),
    },
    topics: (record.topics ?? []).map(({ name }) => name),
    heroImages: Object.fromEntries(
      (record.hero_images ?? []).map(({ path, images }) => [
        path,
        images.map(toPicture).filter((picture) => picture !== null),
      ]),
    ),
  }
}

/** A time of day as a minute of the day; `24:00` is the same as `00:00`. */
const minuteOf = (time: string): number => parseClock(time) % (24 * 60)

function toHours({ opening_hours, exceptions }: VenueRecord): Hours {
  const areas = venueAreas.flatMap<AreaHours>((area) => {
    const spans = (opening_hours ?? []).filter((span) => span.area === area)
    if (!spans.length) return []
    const week = Object.fromEntries(
      weekdays.map((day) => [
        day,
        spans
          .filter((span) => span.days.includes(day))
          .map(({ opens, closes }) => ({ opens, closes }))
          .sort((one, other) => one.opens.localeCompare(other.opens)),
      ]),
    ) as AreaHours['week']
    return [{ area, week }]
  })
  return {
    areas,
    exceptions: toExceptions(exceptions ?? []),
  }
}

function toMenu(record: MenuRecord): Menu {
  const days = record.days ?? []
  return {
    id: record.id,
    title: record.title,
    days: weekdays.every((day) => days.includes(day)) ? [] : days,
    available: record.available || formatDays(days),
    note: record.note ?? '',
    items: (record.items ?? []).map((item) => ({
      name: item.name,
      description: item.description ?? '',
      priceCents: item.price_cents ?? null,
      priceNote: item.price_note ?? '',
      diets: item.diets ?? [],
      soldOutOn: item.sold_out_on || null,
    })),
  }
}

function toTap(record: TapRecord): Tap {
  return {
    id: record.id,
    number: record.number ?? null,
    name: record.name,
    brewery: record.brewery,
    place: record.place ?? '',
    style: record.style,
    abv: record.abv,
    halfCents: record.half_cents,
    pintCents: record.pint_cents ?? null,
    notes: record.notes ?? '',
    status: record.status === 'pouring' ? 'pouring' : 'next',
    vegan: Boolean(record.vegan),
    glutenFree: Boolean(record.gluten_free),
  }
}
