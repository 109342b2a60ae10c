import type { Payload } from 'payload'
import { databaseOf } from '../../database/query.ts'
import { env } from '../../env.ts'
import type { SignedIn } from '../../members/contract.ts'
import { findMemberById } from '../../members/service.ts'
import type { Venue } from '../../venue/contract.ts'
import { areaName } from '../../venue/names.ts'
import { findVenue } from '../../venue/service.ts'
import { findDate, findDates } from '../queries/dates.ts'
import {
  type FeedFilter,
  findSettings,
  listFeedDates,
  listOwnReservations,
  type OwnReservation,
} from '../queries/feeds.ts'
import { type EventDate, eventPath, type RsvpStatus } from '../rules.ts'
import { type CalendarEntry, calendarFile } from './calendar-file.ts'
import { feedToken, readFeedToken } from './feed-token.ts'

/** The public dates as a calendar file. Its cache tags are `eventsTag` and the venue’s tag. */
export async function publicFeedFile(payload: Payload, filter: FeedFilter): Promise<string> {
  const db = databaseOf(payload)
  const venue = await findVenue(payload)
  const dates = await findDates(db, await listFeedDates(db, filter))
  const name = [venue.productName, filter.area, filter.interest].filter(Boolean).join(', ')
  return fileOf(
    name,
    venue,
    dates.map((date) => entryOf(date, venue)),
  )
}

/** One date as a calendar file; null if the date has no page. @param slug of the page; only a secret date needs it */
export async function dateFile(
  payload: Payload,
  id: number,
  slug: string | undefined,
): Promise<string | null> {
  const date = await findDate(databaseOf(payload), id)
  if (!date || date.status === 'draft') return null
  if (date.visibility === 'secret' && date.slug !== slug) return null
  const venue = await findVenue(payload)
  return fileOf(venue.productName, venue, [entryOf(date, venue)])
}

/** The reservations of a member as a calendar file; null if the token is not valid. */
export async function memberFeedFile(payload: Payload, token: string): Promise<string | null> {
  const feed = readFeedToken(token, env().SECRET)
  if (!feed) return null
  const db = databaseOf(payload)
  const [{ feed_version }, member] = await Promise.all([
    findSettings(db, feed.member),
    findMemberById(db, feed.member),
  ])
  if (feed_version !== feed.version || !member || member.isSuspended) return null
  const venue = await findVenue(payload)
  const own = new Map((await listOwnReservations(db, feed.member)).map((each) => [each.date, each]))
  const dates = await findDates(db, [...own.keys()])
  return fileOf(
    venue.productName,
    venue,
    dates.map((date) => ownEntryOf(date, own.get(date.id) as OwnReservation, venue)),
  )
}

/** The settings of a member about events, with the secret URL of the member's feed. */
export async function findFeedSettings(payload: Payload, { id }: SignedIn) {
  const { feed_version, wants_push } = await findSettings(databaseOf(payload), id)
  return { url: feedUrl(id, feed_version), wantsPush: wants_push }
}

/** @param version see `FeedTokenContent` */
export const feedUrl = (member: number, version: number): string =>
  `${env().SITE_URL}/api/calendar/feeds/${feedToken({ member, version }, env().SECRET)}`

const fileOf = (name: string, { timeZone }: Venue, entries: CalendarEntry[]) =>
  calendarFile({ name, timeZone, entries })

const statusOf = (date: EventDate): CalendarEntry['status'] => {
  if (date.status === 'cancelled') return 'CANCELLED'
  return date.status === 'postponed' ? 'TENTATIVE' : 'CONFIRMED'
}

const notes: Partial<Record<EventDate['status'], string>> = {
  cancelled: 'Cancelled.',
  postponed: 'Postponed. The new date is on the page as soon as it is known.',
}

function entryOf(date: EventDate, venue: Venue): CalendarEntry {
  const { SITE_URL } = env()
  const { street, locality, postcode } = venue.contact
  return {
    uid: `date-${date.id}@${new URL(SITE_URL).hostname}`,
    sequence: date.sequence,
    changedAt: date.changedAt,
    startsAt: date.startsAt,
    endsAt: date.endsAt,
    title: date.title,
    text: [notes[date.status], date.summary].filter(Boolean).join('\n'),
    place: [
      date.areas.map(areaName).join(', '),
      venue.productName,
      street,
      `${locality} ${postcode}`.trim(),
    ]
      .filter(Boolean)
      .join(', '),
    url: `${SITE_URL}${eventPath(date.slug)}`,
    status: statusOf(date),
  }
}

const ownNotes: Partial<Record<RsvpStatus, string>> = {
  held: 'Please confirm your address, we hold your places for a few minutes.',
  waitlisted: 'You’re on the waitlist.',
  offered: 'We hold places for you. Take them by the link in your mail.',
  cancelled: 'Your reservation was cancelled.',
}

function ownEntryOf(
  date: EventDate,
  { status, party, cancelled_by, version }: OwnReservation,
  venue: Venue,
): CalendarEntry {
  const entry = entryOf(date, venue)
  const people = party === 1 ? 'A place for you.' : `Places for ${party}.`
  const note = cancelled_by === 'guest' ? 'You cancelled.' : (ownNotes[status] ?? people)
  const ownStatus = () => {
    if (status === 'cancelled') return 'CANCELLED'
    const isSure = status === 'going' || status === 'attended' || status === 'no_show'
    return entry.status === 'CONFIRMED' && !isSure ? 'TENTATIVE' : entry.status
  }
  return {
    ...entry,
    // Both numbers only increase, so their sum only increases.
    sequence: entry.sequence + version - 1,
    text: [note, entry.text].join('\n'),
    status: ownStatus(),
  }
}
