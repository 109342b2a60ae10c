import type { Payload } from 'payload'
import { cachedRead } from '../../platform/database/cached-read.ts'
import { databaseOf } from '../../platform/database/query.ts'
import type { LookupResult } from '../../platform/http/parts.ts'
import type { Picture } from '../../platform/media/picture.ts'
import { findPictures } from '../../platform/media/service.ts'
import { addDays, localMoment } from '../venue/hours/opening-hours.ts'
import { type VenueArea, venueAreas } from '../venue/rules.ts'
import { findVenue } from '../venue/service.ts'
import {
  adjacentPeriod,
  agendaPage,
  type CalendarBounds,
  type CalendarState,
  calendarPath,
  mondayOf,
  monthStartOf,
  parseCalendarQuery,
} from './calendar/rules.ts'
import {
  type DateOfDay,
  findBounds,
  findPageDate,
  listByDay,
  listFrom,
  listOthers,
  listRegularDates,
  listSlugs,
  listUpcoming,
  type OtherDate,
  type PageDate,
  type RegularDate,
} from './queries/public.ts'
import type { EventDate } from './rules.ts'
import { eventsTag } from './tags.ts'

export type { DateOfDay, OtherDate, PageDate, RegularDate }

/** The maximum age of cached lists of dates. Such lists become outdated when a date ends, even if no data changes. */
const maxAgeMs = 60_000
/** How many days back the calendar goes. */
const pastDays = 366
const upcomingPerArea = 6
/** Series that take place within this number of weeks are listed. */
const regularWeeks = 4
const maxRegularDates = 60
/** The maximum number of dates in the site map, which can have 50,000 URLs in all. */
const maxSlugs = 5000
const perDay = { week: 12, month: 4 } as const
/** How many dates are read for one page of the agenda: more than a page shows, and more than one day should have. */
const maxAgendaDates = 120

const findToday = async (payload: Payload): Promise<{ today: string; timeZone: string }> => {
  const { timeZone } = await findVenue(payload)
  return { today: localMoment(new Date(), timeZone).date, timeZone }
}

/** The range of days for which the calendar has pages. */
export async function findCalendarBounds(payload: Payload): Promise<CalendarBounds> {
  const { today } = await findToday(payload)
  const { first, last } = await cachedRead('event-bounds', [eventsTag], () =>
    findBounds(databaseOf(payload)),
  )
  const start = first && first < today ? first : today
  const earliest = addDays(today, -pastDays)
  return {
    today,
    first: [start, earliest].sort()[1] ?? today,
    last: last && last > today ? last : today,
  }
}

/** `own` if a query of the calendar has the canonical form; otherwise the canonical URL, which shows the same page. */
export async function lookUpCalendar(
  payload: Payload,
  path: string,
  query: string,
): Promise<LookupResult> {
  if (!query) return 'own'
  const bounds = await findCalendarBounds(payload)
  const shown = calendarPath(parseCalendarQuery(query, bounds), bounds)
  return shown === path + query ? 'own' : { sameAs: shown }
}

const filtersOf = ({ area, slot, interest }: CalendarState) => ({ area, slot, interest })

/** A page of the agenda. `next` is the first day of the next page; null on the last page. */
export async function readAgenda(
  payload: Payload,
  state: CalendarState,
  { today }: CalendarBounds,
): Promise<{ dates: EventDate[]; next: string | null }> {
  const { timeZone } = await findVenue(payload)
  const isFromToday = state.from === today
  const found = await listFrom(databaseOf(payload), {
    ...filtersOf(state),
    // This moment is before the day begins in the venue's time zone. Dates of earlier days are left out below.
    endsAfter: isFromToday
      ? new Date()
      : new Date(Date.parse(`${state.from}T00:00:00Z`) - 15 * 3_600_000),
    limit: maxAgendaDates,
  })
  // A date that began on an earlier day and still goes on is listed under today.
  const dates = found.flatMap(({ row: date }) => {
    if (!date) return []
    if (isFromToday) return { ...date, day: date.day < today ? today : date.day }
    return localMoment(date.startsAt, timeZone).date < state.from ? [] : date
  })
  const last = found.length === maxAgendaDates ? found.at(-1)?.place : undefined
  const readUntil = last && [last, state.from].sort()[1]
  const { shown, next } = agendaPage(dates, readUntil)
  return { dates: shown, next }
}

/** The first dates of each day of a week, or of the weeks of a month, see `dayRangeOf`. */
export function readDays(payload: Payload, state: CalendarState): Promise<DateOfDay[]> {
  const { first, until } = dayRangeOf(state)
  return listByDay(databaseOf(payload), {
    ...filtersOf(state),
    from: first,
    until,
    perDay: state.view === 'month' ? perDay.month : perDay.week,
  })
}

/**
 * Seven days, or the days of all weeks with a day of a month. The latter include days of adjacent months.
 * @returns `until`: the day after the last day
 */
export function dayRangeOf({ view, from }: Pick<CalendarState, 'view' | 'from'>): {
  first: string
  until: string
} {
  if (view !== 'month') return { first: from, until: adjacentPeriod('week', from, 1) }
  const last = addDays(monthStartOf(from, 1), -1)
  return { first: mondayOf(from), until: addDays(mondayOf(last), 7) }
}

/** Finds what the page of a date shows; null if there is no such page. Cache tags: `eventsTag`, `eventDateTag`. */
export async function readEventPage(payload: Payload, slug: string): Promise<EventPage | null> {
  const db = databaseOf(payload)
  const date = await findPageDate(db, slug)
  if (!date) return null
  const others = date.visibility === 'secret' ? [] : await listOthers(db, date, new Date())
  return { date, others, picture: await findPoster(payload, date) }
}

/** The picture of a date's poster; null if it has none. */
export async function findPoster(
  payload: Payload,
  { picture }: Pick<EventDate, 'picture'>,
): Promise<Picture | null> {
  if (picture === null) return null
  return (await findPictures(payload, [picture])).get(picture) ?? null
}

export type EventPage = { date: PageDate; others: OtherDate[]; picture: Picture | null }

/** A date with the text that only members read; null if the date is not for members, has no text, or is a draft. */
export async function readMembersText(payload: Payload, slug: string): Promise<PageDate | null> {
  const date = await findPageDate(databaseOf(payload), slug)
  return date?.visibility === 'members' && date.body.trim() ? date : null
}

/** The paragraphs of an event's text, each with its lines. */
export const paragraphsOf = (body: string): string[][] =>
  body
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim())
    .map((paragraph) => paragraph.split('\n'))

/** Whether there is a page at `/calendar/{slug}`. */
export const hasEventPage = async (payload: Payload, slug: string): Promise<boolean> =>
  (await findPageDate(databaseOf(payload), slug)) !== null

/**
 * The next dates in the order of their starts. With `area`, only dates of this area. With `isFree`, only free dates.
 * @param options.limit the maximum number of dates; of one area, there are at most `upcomingPerArea`
 */
export async function findUpcoming(
  payload: Payload,
  { area, isFree = false, limit }: { area?: VenueArea; isFree?: boolean; limit: number },
): Promise<EventDate[]> {
  const now = new Date()
  const dates = await cachedRead(
    'events-upcoming',
    [eventsTag],
    () => listUpcoming(databaseOf(payload), { areas: venueAreas, now, perArea: upcomingPerArea }),
    maxAgeMs,
  )
  return dates
    .filter(
      ({ endsAt, areas, payment }) =>
        endsAt > now && (!area || areas.includes(area)) && (!isFree || payment === 'free'),
    )
    .slice(0, limit)
}

/** The series of the next four weeks: one date for each series, day of the week and time. */
export async function findRegularDates(payload: Payload): Promise<RegularDate[]> {
  const { today, timeZone } = await findToday(payload)
  return listRegularDates(databaseOf(payload), {
    from: today,
    until: addDays(today, regularWeeks * 7),
    timeZone,
    limit: maxRegularDates,
  })
}

/** Whether a series takes place every week. One of its dates in the next weeks may be over already, or called off. */
export const isWeekly = ({ times }: Pick<RegularDate, 'times'>): boolean =>
  times >= regularWeeks - 1

/** The slugs of dates that are not over, for the site map. */
export const findListedSlugs = (payload: Payload): Promise<string[]> =>
  listSlugs(databaseOf(payload), new Date(), maxSlugs)

/** The next start or end of one of the dates. A page about these dates is outdated then. Null if there is none. */
export function nextMoment(
  dates: readonly Pick<EventDate, 'startsAt' | 'endsAt'>[],
  now: Date,
): Date | null {
  const coming = dates.flatMap(({ startsAt, endsAt }) =>
    [startsAt, endsAt].filter((moment) => moment > now),
  )
  return coming.length ? new Date(Math.min(...coming.map(Number))) : null
}
