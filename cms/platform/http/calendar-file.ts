import ICAL from 'ical.js'
import { tzlib_get_ical_block } from 'timezones-ical-library'
import { cleanText } from './texts/clean-text.ts'

/** One entry of a calendar. */
export type CalendarEntry = {
  /** Stays the same through all changes (RFC 5545, UID). */
  uid: string
  /** Goes up with each change (RFC 5545, SEQUENCE). */
  sequence: number
  changedAt: Date
  startsAt: Date
  endsAt: Date
  title: string
  text: string
  place: string
  url: string
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
}

type Calendar = {
  name: string
  /** IANA name. */
  timeZone: string
  entries: readonly CalendarEntry[]
}

type Property = [name: string, parameters: Record<string, string>, type: string, value: unknown]
type Component = [name: string, properties: Property[], parts: Component[]]

/**
 * Writes a calendar as a file. Lines end with CR LF and are folded at 75 octets between characters.
 * Source: RFC 5545; jCal, RFC 7265; RFC 7986 for the name and the refresh interval.
 */
export function calendarFile({ name, timeZone, entries }: Calendar): string {
  const zone = findZone(timeZone)
  // Only UTC can be used without a VTIMEZONE.
  const toLocal = zone ? localClock(timeZone) : () => null
  const calendar: Component = [
    'vcalendar',
    [
      text('version', '2.0'),
      text('prodid', '-//Common Room//Events//EN'),
      text('method', 'PUBLISH'),
      text('name', name),
      text('x-wr-calname', name),
      ['refresh-interval', {}, 'duration', 'PT1H'],
    ],
    [...(zone ? [zone] : []), ...entries.map((entry) => componentOf(entry, timeZone, toLocal))],
  ]
  return `${ICAL.stringify(calendar)}\r\n`
}

/** Converts an instant to the venue’s clock, `2026-12-03T19:30:00`; null if the file has to use UTC. */
type ToLocal = (at: Date) => string | null

function componentOf(entry: CalendarEntry, tzid: string, toLocal: ToLocal): Component {
  const time = (name: string, at: Date): Property => {
    const local = toLocal(at)
    return local ? [name, { tzid }, 'date-time', local] : [name, {}, 'date-time', utc(at)]
  }
  const { uid, sequence, changedAt, startsAt, endsAt, title, place, url, status } = entry
  return [
    'vevent',
    [
      text('uid', uid),
      ['sequence', {}, 'integer', sequence],
      ['dtstamp', {}, 'date-time', utc(changedAt)],
      ['last-modified', {}, 'date-time', utc(changedAt)],
      time('dtstart', startsAt),
      time('dtend', endsAt),
      text('summary', title),
      text('description', entry.text),
      text('location', place),
      ['url', {}, 'uri', url],
      text('status', status),
      text('transp', status === 'CANCELLED' ? 'TRANSPARENT' : 'OPAQUE'),
    ],
    [],
  ]
}

/** A text property. Control characters are not allowed in it (RFC 5545, 3.1). */
const text = (name: string, value: string): Property => [name, {}, 'text', cleanText(value)]

const utc = (at: Date) => `${at.toISOString().slice(0, 19)}Z`

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

function localClock(timeZone: string): ToLocal {
  // This locale writes `2026-12-03 19:30:00`.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const clockAt = (ms: number) => Date.parse(`${format.format(ms).replace(' ', 'T')}Z`)
  const offsetChanges = new Map<number, boolean>()
  // Formatting is slow, so other instants are formatted for comparison only on days on which the UTC offset changes.
  const hasOffsetChange = (day: number): boolean => {
    const known = offsetChanges.get(day)
    if (known !== undefined) return known
    const [from, until] = [day * dayMs - hourMs, (day + 1) * dayMs + hourMs]
    const hasChange = clockAt(until) - clockAt(from) !== until - from
    offsetChanges.set(day, hasChange)
    return hasChange
  }
  return (at) => {
    const local = format.format(at)
    const isTwice =
      hasOffsetChange(Math.floor(at.getTime() / dayMs)) &&
      [-60, -30, 30, 60].some(
        (minutes) => format.format(new Date(at.getTime() + minutes * 60_000)) === local,
      )
    // Calendar programs disagree on which of two equal local times is meant, so UTC is used.
    return isTwice ? null : local.replace(' ', 'T')
  }
}

const zones = new Map<string, Component>()

/** The VTIMEZONE of a zone; null if it has none, such as an offset. */
function findZone(timeZone: string): Component | null {
  const known = zones.get(timeZone)
  if (known) return known
  // The library writes to the log about names that it does not know.
  const [block] = /^[a-z]/i.test(timeZone) ? tzlib_get_ical_block(timeZone) : []
  if (!block) return null
  const zone = ICAL.parse(block) as Component
  zones.set(timeZone, zone)
  return zone
}
