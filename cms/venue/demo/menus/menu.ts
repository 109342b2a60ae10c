import type { Weekday } from '../../opening-hours.ts'
import type { Diet } from '../../rules.ts'

/** Prices in GBP pence. `price_note` says what the price is for, when it isn’t one of the thing. */
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
  /** None: every day. */
  days?: Weekday[]
  available: string
  items: MenuItem[]
}
