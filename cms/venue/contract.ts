import { z } from 'zod'
import type { Picture } from '../media/picture.ts'
import type { Hours, Weekday } from './opening-hours.ts'
import { type Diet, type HeroPath, venueAreas } from './rules.ts'

/** The venue's data for pages and islands. */
export type Venue = {
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

/** `area` is null for the whole venue. */
export const closedTodayRequest = z.object({
  area: z.enum(venueAreas).nullable(),
  closed: z.boolean(),
})
export type ClosedTodayRequest = z.output<typeof closedTodayRequest>
