import { z } from 'zod'
import type { Picture } from '../../platform/media/picture.ts'
import type { Hours, Weekday } from './hours/opening-hours.ts'
import type { DaySpan } from './hours/quiet-hours.ts'
import { type Diet, type HeroPath, venueAreas } from './rules.ts'

/** `POST /api/venue/time-zone`: what a change of the time zone would move. */
export const timeZoneRequest = z.object({ time_zone: z.string().max(100) })
export type TimeZoneReply = {
  /** The canonical name of the requested time zone. */
  time_zone: string
  moved: {
    title: string
    path: string
    count: number
    mails: number
    /** When the next time is, in words. The clock shows the same before and after the change. */
    when: string
    /** How much later it happens, in minutes; negative if earlier. */
    minutes: number
  }[]
}

/** The venue's data for pages and islands. */
export type Venue = {
  /** The demo venue shows its own texts where no other text is published. */
  isDemo: boolean
  productName: string
  brandText: string
  tagline: string
  copyright: string
  timeZone: string
  currency: string
  contact: {
    street: string
    locality: string
    postcode: string
    country: string
    latitude: number | null
    longitude: number | null
    phone: string
    email: string
    mapUrl: string
  }
  social: { label: string; url: string }[]
  hours: Hours
  /** When people read mails and can be expected to answer. */
  wakingHours: DaySpan
  /** The venue's own topics, which people can choose besides the interests. */
  topics: string[]
  heroImages: Partial<Record<HeroPath, Picture[]>>
}

export type MenuItem = {
  name: string
  description: string
  priceCents: number | null
  priceNote: string
  diets: Diet[]
  /** The last date on the venue's calendar on which the item is sold out; null if it is available. */
  soldOutOn: string | null
}
export type Menu = {
  id: number
  title: string
  /** The days on which the menu is served; empty for every day. Missing in menus of old letters. */
  days?: Weekday[]
  /** When the menu is served, in words. */
  available: string
  note: string
  items: MenuItem[]
}

export type Tap = {
  id: number
  number: number | null
  name: string
  brewery: string
  place: string
  style: string
  abv: number
  halfCents: number
  pintCents: number | null
  notes: string
  status: 'pouring' | 'next'
  vegan: boolean
  glutenFree: boolean
}

const recordId = z.number().int().positive()
/** `tap` is the beer that has run out, `next` the beer that replaces it. */
export const barrelRequest = z.object({
  tap: recordId,
  next: recordId,
  /** Reverts a change: `next` pours again, and `tap` comes next again. */
  undo: z.boolean().default(false),
})
export type BarrelRequest = z.output<typeof barrelRequest>

/** `POST /api/menu-list/sold-out`. `item` is the id of a row of the menu. */
export const soldOutRequest = z.object({
  menu: recordId,
  item: z.string().min(1).max(40),
  sold_out: z.boolean(),
})
export type SoldOutRequest = z.output<typeof soldOutRequest>

/** `area` is null for the whole venue. */
export const closedTodayRequest = z.object({
  area: z.enum(venueAreas).nullable(),
  closed: z.boolean(),
})
export type ClosedTodayRequest = z.output<typeof closedTodayRequest>
