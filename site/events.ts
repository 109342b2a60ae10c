import type { OpenPage } from '../cms/features/content/page.ts'
import {
  findRegularDates,
  findUpcoming,
  isWeekly,
  nextMoment,
  type RegularDate,
} from '../cms/features/events/public.ts'
import { availabilityOf, type EventDate } from '../cms/features/events/rules.ts'
import { eventsTag } from '../cms/features/events/tags.ts'
import {
  addDays,
  localMoment,
  type Weekday,
  weekdayOf,
  weekdays,
} from '../cms/features/venue/hours/opening-hours.ts'
import { textColorOn } from '../cms/features/venue/look/contrast.ts'
import { inksOf } from '../cms/features/venue/look/inks.ts'
import { type Room, roomOfArea, type VenueArea } from '../cms/features/venue/rules.ts'
import { formatClock } from '../cms/features/venue/ui/opening-texts.ts'
import type { Picture } from '../cms/platform/media/picture.ts'
import { isOneNight, joinClocks } from '../cms/platform/ui/format-time.ts'
import { formatPrice as priceOf } from '../cms/platform/ui/money.ts'
import { areaKey, openingLabels } from './opening.ts'
import { declarations } from './theme.ts'

type TextSource = Pick<OpenPage, 'global' | 'now' | 'venue'>

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
// Formatters are created once, because their creation is slow.
const formats = {
  long: format({ weekday: 'long', day: 'numeric', month: 'long' }),
  year: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  short: format({ weekday: 'short', day: 'numeric', month: 'short' }),
  weekday: format({ weekday: 'long' }),
  weekdayShort: format({ weekday: 'short' }),
  day: format({ day: 'numeric' }),
  dayMonth: format({ day: 'numeric', month: 'long' }),
  month: format({ month: 'short' }),
  monthLong: format({ month: 'long' }),
  monthYear: format({ month: 'long', year: 'numeric' }),
}

/** A day, `YYYY-MM-DD`, in words. */
export const dayAs = (look: keyof typeof formats, day: string): string =>
  formats[look].format(new Date(`${day}T00:00:00Z`)).replace(',', '')

/** `Today`, `Tomorrow` or `Thursday 3 December`. The year is added if it is not the current year. */
export function dayInWords({ global, now }: TextSource, day: string): string {
  if (day === now.date) return global('events', 'today')
  if (day === addDays(now.date, 1)) return global('events', 'tomorrow')
  return dayAs(day.slice(0, 4) === now.date.slice(0, 4) ? 'long' : 'year', day)
}

/** Like `dayInWords`, but always with the date: `Tomorrow, Friday 4 December`. */
export function dayWithDate(page: TextSource, day: string): string {
  const words = dayInWords(page, day)
  return /\d/.test(words) ? words : `${words}, ${dayAs('long', day)}`
}

type Span = { startsAt: Date; endsAt: Date }

const isNight = ({ startsAt, endsAt }: Span, timeZone: string): boolean =>
  isOneNight(startsAt, endsAt, timeZone)

/**
 * The times of a span on the clock: `7.30–10pm`, `9am–5pm`, `7pm–1am`. The day of the end is added if it is another day,
 * unless the span is one night.
 */
export function clocksInWords(page: TextSource, span: Span): string {
  const { timeZone } = page.venue
  const from = clockOf(page, span.startsAt)
  const to = clockOf(page, span.endsAt)
  const [day, lastDay] = [span.startsAt, span.endsAt].map((at) => localMoment(at, timeZone).date)
  if (day === lastDay || isNight(span, timeZone)) return joinClocks(from, to, day === lastDay)
  return `${from} ${page.global('events', 'until')} ${dayAs('long', lastDay ?? '')}, ${to}`
}

/** The time of a date: `7.30–10pm`, or `7.30pm till late` if it ends after midnight but not after 6am. */
export function timeInWords(page: TextSource, date: EventDate): string {
  const { timeZone } = page.venue
  const isLate = isNight(date, timeZone) && localMoment(date.endsAt, timeZone).minutes > 0
  return isLate
    ? `${startInWords(page, date)} ${page.global('events', 'till_late')}`
    : clocksInWords(page, date)
}

/** When a date starts: `7.30pm`. */
export const startInWords = (page: TextSource, { startsAt }: EventDate): string =>
  formatClock(localMoment(startsAt, page.venue.timeZone).minutes, openingLabels(page))

/** A time of day: `7pm`. */
export const clockOf = (page: TextSource, at: Date): string =>
  formatClock(localMoment(at, page.venue.timeZone).minutes, openingLabels(page))

/** Until when something is valid: `7pm`, or `Thursday 3 December, 7pm` if it is not today. */
export function untilInWords(page: TextSource, at: Date): string {
  const { date } = localMoment(at, page.venue.timeZone)
  const clock = clockOf(page, at)
  return date === page.now.date ? clock : `${dayAs('long', date)}, ${clock}`
}

/** The minute of the day at which a date starts, on the venue's clock. */
const startMinute = ({ venue }: TextSource, { startsAt }: EventDate): number =>
  localMoment(startsAt, venue.timeZone).minutes

/** The series of a weekday by time, for a list of a normal week. `next`: when a series is that is not weekly. */
export const regularsOfDay = (
  page: TextSource,
  regulars: readonly RegularDate[],
  weekday: Weekday | undefined,
): { date: RegularDate; next: string | null }[] =>
  regulars
    .filter(({ day }) => weekdayOf(day) === weekday)
    .toSorted((one, other) => startMinute(page, one) - startMinute(page, other))
    .map((date) => ({
      date,
      next: isWeekly(date)
        ? null
        : page.global('events', 'next_on').replace('{date}', dayAs('dayMonth', date.day)),
    }))

/** The names of a date's areas: `Beer Hall`, `Cafe & Kitchens`. */
export const placeInWords = ({ global }: TextSource, { areas }: EventDate): string =>
  areas.map((area) => global('areas', areaKey(area))).join(' & ')

export { priceOf }

/** The price of a date: `Free`, `£8`. */
export const priceInWords = ({ global, venue }: TextSource, date: EventDate): string =>
  date.payment === 'free' || date.priceCents === 0
    ? global('events', 'free')
    : priceOf(date.priceCents, venue.currency)

/**
 * The marks of a date: that it is cancelled, postponed or over, or else that it is on now, full, nearly full or for
 * members. Some lists show only the first mark.
 */
export function marksOf({ global }: TextSource, date: EventDate, now = new Date()): string[] {
  const say = (key: string) => global('events', key)
  if (date.status === 'cancelled') return [say('cancelled')]
  if (date.status === 'postponed') return [say('postponed')]
  if (date.status === 'ended' || date.endsAt <= now) return [say('over')]
  const places = availabilityOf(date, now)
  return [
    date.startsAt <= now && say('now'),
    places.kind === 'full' && say('full'),
    places.kind === 'few' &&
      (places.left === 1
        ? say('last_place')
        : say('last_places').replace('{n}', String(places.left))),
    date.visibility === 'members' && say('members'),
  ].filter((each) => each !== false)
}

/**
 * Why a date is less prominent in lists: `off` (cancelled or postponed) or `over`; undefined if it is not less
 * prominent.
 */
export function fadedBy(
  { status, endsAt }: EventDate,
  now = new Date(),
): 'off' | 'over' | undefined {
  if (status === 'cancelled' || status === 'postponed') return 'off'
  return status === 'ended' || endsAt <= now ? 'over' : undefined
}

/** The room whose colours a date has. */
export const roomOf = ({ areas }: Pick<EventDate, 'areas'>): Room => roomOfArea[areas[0] ?? 'Cafe']

/**
 * What a style sheet needs for a wide strip of an event's picture. Its focal point belongs in the lower part of the strip,
 * because the heads are above it.
 */
export const stripStyle = (picture: Picture | null): string | undefined =>
  picture
    ? declarations({
        '--ratio': String(picture.height / picture.width),
        '--focal': String(picture.focal.y / 100),
      })
    : undefined

/** The path of an area's page, which says how to find the area. */
export const areaPath = (area: VenueArea): string => `/${roomOfArea[area]}`

/** A style with a room's ground and text colour, for an element on a page that has another room's colours. */
export function roomStyle(room: Room): string {
  const inks = inksOf(room)
  const { paper, spotA, spotB } = inks
  if (room === 'common-room') return declarations({ '--bg': paper, '--fg': spotA })
  // The first spot colours of the cafe and the beer hall are alike.
  if (room === 'beer') return declarations({ '--bg': spotB, '--fg': spotA })
  const ground = room === 'kitchens' ? spotB : spotA
  return declarations({ '--bg': ground, '--fg': textColorOn(inks, ground) })
}

/** Records what a page with dates depends on: changes of events, and the next start or end of a date. */
export function noteDates(locals: App.Locals, dates: readonly EventDate[]): void {
  const { notes } = locals
  notes.tags.add(eventsTag)
  const now = new Date()
  const moment = nextMoment(dates, now)
  if (moment)
    notes.maxAgeMs = Math.min(notes.maxAgeMs, Math.max(1000, Number(moment) - Number(now)))
}

/** The next dates for a page. The page is rendered again when they change, begin or end. */
export async function upcomingDates(
  page: OpenPage,
  locals: App.Locals,
  options: { area?: VenueArea; isFree?: boolean; limit: number },
): Promise<EventDate[]> {
  const dates = await findUpcoming(page.payload, options)
  noteDates(locals, dates)
  return dates
}

/** A series and its next date. `days`: its weekdays (`Monday, Wednesday`), or its next date if it is not weekly. */
export type RegularSeries = { date: RegularDate; days: string }

/** The series of the next weeks, by their next date. The page is rendered again when they change, begin or end. */
export async function regularSeriesOf(
  page: OpenPage,
  locals: App.Locals,
): Promise<RegularSeries[]> {
  const dates = await findRegularDates(page.payload)
  noteDates(locals, dates)
  const bySeries = Map.groupBy(dates, ({ event }) => event)
  return [...bySeries.values()].flatMap((ofSeries) => {
    const [next] = ofSeries
    if (!next) return []
    const sorted = ofSeries.toSorted((one, other) => weekdayIndex(one) - weekdayIndex(other))
    const days = sorted.map(({ day }) => dayAs('weekday', day))
    const words = sorted.every(isWeekly)
      ? days.length > 1
        ? days.join(', ')
        : page.global('events', 'every').replace('{day}', days[0] ?? '')
      : page
          .global('events', 'some')
          .replace('{day}', dayAs('weekday', next.day))
          .replace('{date}', dayAs('dayMonth', next.day))
    return { date: next, days: words }
  })
}

const weekdayIndex = ({ day }: RegularDate): number => weekdays.indexOf(weekdayOf(day))
