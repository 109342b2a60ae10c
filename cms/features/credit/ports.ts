import type { PayloadRequest } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import { port } from '../../platform/port.ts'

/** A message that a member adds to a gift to the Common Good. */
export type GiftMessage = {
  /** The transfer of the gift. */
  transfer: number
  member: number
  /** One to 200 characters. */
  text: string
  /** Whether the gift was requested before. If so, the message must be the same as in the first request. */
  isRepeat: boolean
}

/** Without a provider, gifts have no messages. */
export const giftMessages = port<{
  /**
   * Stores the public message of a gift, in the transaction of the gift.
   * @throws HttpError `key_reused` if the message differs from that of the first request
   */
  store: (req: PayloadRequest, message: GiftMessage) => Promise<void>
  /** Returns those of `transfers` that are gifts or round-ups of the member and have no message yet. */
  findWithout: (db: Database, member: number, transfers: readonly number[]) => Promise<number[]>
}>('gift messages')

/** An entry of a member's statement that the member asks staff to look at. */
export type DisputedEntry = {
  member: number
  transfer: number
  /** What is wrong, in the member's words: one to 500 characters. */
  text: string
}

/**
 * Opens a case for staff, in the request's transaction. A member's second report of a transfer may join the case of the
 * first report. Without a provider, members can't report entries.
 */
export const disputedEntries =
  port<(req: PayloadRequest, entry: DisputedEntry) => Promise<void>>('disputed entries')

/**
 * The form for a payment by card: where it posts `key` and `amount`, and the limits of the amount in minor units.
 * Without a provider, without keys of the service, or in a currency without hundredths, members can't pay by card.
 */
export const cardForms =
  port<(currency: string) => { action: string; limits: { min: number; max: number } } | null>(
    'card payments',
  )

/** A date of an event. `day`: `YYYY-MM-DD` on the venue's clock. */
export type NamedDate = { id: number; title: string; day: string; path: string }

/** The names of dates of events, also of past ones. Money that was moved for a date refers to it by its id. */
export const namesOfDates =
  port<(db: Database, dates: readonly number[]) => Promise<NamedDate[]>>('names of dates')
