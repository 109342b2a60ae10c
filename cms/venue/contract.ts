import type { Picture } from '../media/picture.ts'
import type { Hours } from './opening-hours.ts'
import type { BeerStyle, Diet, HeroPath } from './rules.ts'

/** What the venue's service hands to pages and islands. */
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
  heroImages: Partial<Record<HeroPath, Picture[]>>
}

export type MenuItem = {
  name: string
  description: string
  priceCents: number | null
  priceNote: string
  diets: Diet[]
}
export type Menu = { id: number; title: string; available: string; note: string; items: MenuItem[] }

export type Tap = {
  id: number
  number: number | null
  name: string
  brewery: string
  place: string
  style: BeerStyle
  abv: number
  halfCents: number
  pintCents: number | null
  notes: string
  status: 'pouring' | 'next'
  vegan: boolean
  glutenFree: boolean
}
