import type { Weekday } from '../../hours/opening-hours.ts'
import type { Diet } from '../../rules.ts'

/** Prices in GBP pence. `price_note` says what the price is for, if it is not for one item. */
type MenuItem = {
  name: string
  description: string
  price_cents: number
  price_note?: string
  diets: Diet[]
}

export type Menu = {
  page: 'cafe' | 'cocktails' | 'kitchens' | 'hall'
  title: string
  note: string
  /** The days on which the menu is served; omitted for every day. */
  days?: Weekday[]
  available: string
  items: MenuItem[]
}
