import type { PayloadRequest } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import { port, sharedPort } from '../../platform/port.ts'

/** A published date of an event. `path` is the view of the admin in which staff change or cancel the date. */
export type PublishedDate = {
  title: string
  startsAt: Date
  areas: readonly string[]
  path: string
}

/** The published dates of events on a day, without those that are over. Without a provider, there are no events. */
export const publishedDates =
  port<(db: Database, day: string) => Promise<PublishedDate[]>>('published dates')

/** A change of the venue's time zone, by canonical IANA names. */
export type TimeZoneChange = {
  from: string
  to: string
  /** Whether guests get a mail. */
  isTold: boolean
  /** Nothing is written; the result says what would move. */
  isPreview: boolean
}

/** Times to come that staff typed on the venue's clock, of one thing, such as the dates of an event. */
export type MovedTimes = {
  /** For staff: `Quiz night`. */
  title: string
  /** Where staff see them, below /cms. */
  path: string
  /** How many times. */
  count: number
  /** The next of them, before and after the change. */
  next: { before: Date; after: Date }
  /** How many mails tell guests of it. */
  mails: number
}

/**
 * Moves what staff typed on the venue's clock, in the transaction in which the venue's time zone changes: the clock
 * shows the same as before, at another moment.
 */
export const typedTimes =
  sharedPort<(req: PayloadRequest, change: TimeZoneChange) => Promise<MovedTimes[]>>('typed times')

/** An item of a menu that is sold out on a day of the venue, or back. */
export type SoldOutItem = { item: string; day: string; isSoldOut: boolean }

/** Follows what staff say is sold out, in the transaction in which they say it. */
export const soldOutItems =
  sharedPort<(req: PayloadRequest, item: SoldOutItem) => Promise<void>>('sold out items')
