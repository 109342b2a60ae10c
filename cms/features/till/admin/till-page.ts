import type { AdminViewServerProps } from 'payload'

/** What every page of the till gets. */
export type TillPage = {
  view: AdminViewServerProps
  currency: string
  timeZone: string
  /** `YYYY-MM-DD` on the venue's calendar. */
  today: string
}

/** A positive integer in the query of the page's URL; undefined if it is missing or invalid. */
export function numberIn(view: AdminViewServerProps, name: string): number | undefined {
  const value = Number(view.searchParams?.[name])
  return Number.isInteger(value) && value > 0 && value < 2 ** 31 ? value : undefined
}
