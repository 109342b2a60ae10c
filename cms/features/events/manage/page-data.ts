import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { newFormKey } from '../../../platform/http/cookies/form-key.ts'
import type { GuestCounts, GuestRow } from '../contract.ts'
import { listManagedDates, type ManagedDate } from '../queries/links.ts'
import { countRecentMessages, listMessages, type SentMessage } from '../queries/messages.ts'
import { type EventDate, type LinkScope, messagesPerDay } from '../rules.ts'
import { findDate, guestCountsOf, guestsOf } from '../service.ts'
import { linkOf } from './access.ts'
import { type Details, findDetails } from './details.ts'
import { recipientsIn } from './messages.ts'

export type { GuestRow, SentMessage }

/** Data of the organiser's page (`/manage-event/…`) for one date. */
export type ManagedEvent = {
  name: string
  scope: LinkScope
  /** Whether the link opens all dates of the event, also those that are added later. */
  isForSeries: boolean
  dates: ManagedDate[]
  /** Null: the event has no dates. */
  date: EventDate | null
  counts: GuestCounts
  /** Sorted by name. `email` is null unless the link has the scope `edit`. */
  guests: GuestRow[]
  recipients: { going: number; waiting: number }
  messages: SentMessage[]
  messagesLeft: number
  details: Details | null
  newFormKey: () => string
}

/** How long after the end of a date the page still shows this date by default. */
const graceMs = 3 * 60 * 60_000

/**
 * Finds what the page of a link shows. Changes nothing.
 * @param wanted the id of a date; by default the current or the next one
 * @returns null if the link is not valid
 */
export async function findManagedEvent(
  payload: Payload,
  token: string,
  wanted: string | null,
): Promise<ManagedEvent | null> {
  const db = databaseOf(payload)
  const link = await linkOf(db, token)
  if (!link) return null
  const dates = await listManagedDates(db, link)
  const now = Date.now()
  const chosen =
    dates.find(({ id }) => String(id) === wanted) ??
    dates.find(({ endsAt }) => endsAt.getTime() > now - graceMs) ??
    dates.at(-1)
  const date = chosen ? await findDate(db, chosen.id) : null
  const base = {
    ...{ name: link.name, scope: link.scope, dates, newFormKey },
    isForSeries: link.date === null,
  }
  if (!date) {
    const counts = { going: 0, waiting: 0, offered: 0, held: 0, inside: 0 }
    const none = { counts, guests: [], messages: [], messagesLeft: 0, details: null }
    return { ...base, ...none, date, recipients: { going: 0, waiting: 0 } }
  }
  const guests = await guestsOf(db, date.id)
  return {
    ...base,
    date,
    details: link.scope === 'edit' ? await findDetails({ payload }, db, date.id) : null,
    counts: await guestCountsOf(db, date.id),
    guests: guests
      .map((guest) => (link.scope === 'edit' ? guest : { ...guest, email: null }))
      .sort((one, other) => (one.name ?? '').localeCompare(other.name ?? '', 'en-GB')),
    recipients: {
      going: recipientsIn(guests, 'going').length,
      waiting: recipientsIn(guests, 'waiting').length,
    },
    messages: await listMessages(db, date.id),
    messagesLeft: Math.max(0, messagesPerDay - (await countRecentMessages(db, date.id))),
  }
}
