import { LRUCache } from 'lru-cache'
import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { type CalendarEntry, calendarFile } from '../../../platform/http/calendar-file.ts'
import { env } from '../../../platform/runtime/env.ts'
import { findSiteFacts, type SiteFacts } from '../../../platform/runtime/site-facts.ts'
import type { SignedIn } from '../../members/contract.ts'
import { findMemberById } from '../../members/service.ts'
import type { ReservationStatus } from '../../reservations/rules.ts'
import { areaName } from '../../venue/names.ts'
import { findDate, findDatesForList } from '../queries/dates.ts'
import {
  type FeedFilter,
  findSettings,
  listFeedDates,
  listOwnReservations,
  type OwnReservation,
} from '../queries/feeds.ts'
import { type EventDate, eventPath } from '../rules.ts'
import { feedToken, readFeedToken } from './feed-token.ts'

/** The public dates as a calendar file. Its cache tags are `eventsTag` and the venue’s tag. */
export async function publicFeedFile(payload: Payload, filter: FeedFilter): Promise<string> {
  const db = databaseOf(payload)
  const site = await findSiteFacts(payload)
  const dates = await findDatesForList(db, await listFeedDates(db, filter))
  const name = [site.productName, filter.area, filter.interest].filter(Boolean).join(', ')
  return fileOf(
    name,
    site,
    dates.map((date) => entryOf(date, site)),
  )
}

/**
 * One date as a calendar file with the name of its page; null if the date has no page.
 * @param slug of the page; only a secret date needs it
 */
export async function dateFile(
  payload: Payload,
  id: number,
  slug: string | undefined,
): Promise<{ name: string; content: string } | null> {
  const date = await findDate(databaseOf(payload), id)
  if (!date || date.status === 'draft') return null
  if (date.visibility === 'secret' && date.slug !== slug) return null
  return { name: date.slug, content: fileOfDate(await findSiteFacts(payload), date) }
}

/** The reservations of a member as a calendar file; null if the token is not valid. */
export async function memberFeedFile(payload: Payload, token: string): Promise<string | null> {
  const feed = readFeedToken(token, env().SECRET)
  if (!feed) return null
  const db = databaseOf(payload)
  const [{ feedVersion }, member] = await Promise.all([
    findSettings(db, feed.member),
    findMemberById(db, feed.member),
  ])
  if (feedVersion !== feed.version || !member || member.isSuspended) return null
  const site = await findSiteFacts(payload)
  const own = new Map((await listOwnReservations(db, feed.member)).map((each) => [each.date, each]))
  const dates = await findDatesForList(db, [...own.keys()])
  return fileOf(
    site.productName,
    site,
    dates.map((date) => ownEntryOf(date, own.get(date.id) as OwnReservation, site)),
  )
}

/** The settings of a member about events, with the secret URL of the member's feed. */
export async function findFeedSettings(payload: Payload, { id }: SignedIn) {
  const { feedVersion, wantsPush } = await findSettings(databaseOf(payload), id)
  return { url: feedUrl(id, feedVersion), wantsPush }
}

/** @param version see `FeedTokenContent` */
export const feedUrl = (member: number, version: number): string =>
  `${env().SITE_URL}/api/calendar/feeds/${feedToken({ member, version }, env().SECRET)}`

type Site = Pick<SiteFacts, 'productName' | 'timeZone' | 'contact'>

// Many guests get the file of the same date.
const files = new LRUCache<string, string>({ max: 50 })

/** The calendar file of a date that is not secret for the reader, as its page offers it. */
export function fileOfDate(site: Site, date: EventDate): string {
  const entry = entryOf(date, site)
  const key = JSON.stringify([site.productName, site.timeZone, entry])
  const known = files.get(key)
  if (known !== undefined) return known
  const file = fileOf(site.productName, site, [entry])
  files.set(key, file)
  return file
}

const fileOf = (name: string, { timeZone }: Site, entries: CalendarEntry[]) =>
  calendarFile({ name, timeZone, entries })

const statusOf = (date: EventDate): CalendarEntry['status'] => {
  if (date.status === 'cancelled') return 'CANCELLED'
  return date.status === 'postponed' ? 'TENTATIVE' : 'CONFIRMED'
}

const notes: Partial<Record<EventDate['status'], string>> = {
  cancelled: 'Cancelled.',
  postponed: 'Postponed. The new date is on the page as soon as it is known.',
}

function entryOf(date: EventDate, site: Site): CalendarEntry {
  const { SITE_URL } = env()
  const { street, locality, postcode } = site.contact
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
      site.productName,
      street,
      `${locality} ${postcode}`.trim(),
    ]
      .filter(Boolean)
      .join(', '),
    url: `${SITE_URL}${eventPath(date.slug)}`,
    status: statusOf(date),
  }
}

const ownNotes: Partial<Record<ReservationStatus, string>> = {
  held: 'Please confirm your address, we hold your places for a few minutes.',
  waitlisted: 'You’re on the waitlist.',
  offered: 'We hold places for you. Take them by the link in your mail.',
  cancelled: 'Your reservation was cancelled.',
}

function ownEntryOf(
  date: EventDate,
  { status, party, cancelledBy, version }: OwnReservation,
  site: Site,
): CalendarEntry {
  const entry = entryOf(date, site)
  const people = party === 1 ? 'A place for you.' : `Places for ${party}.`
  const note = cancelledBy === 'guest' ? 'You cancelled.' : (ownNotes[status] ?? people)
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
