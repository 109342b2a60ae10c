import ICAL from 'ical.js'
import { tzlib_get_ical_block } from 'timezones-ical-library'

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
  const toLocal = localClock(timeZone)
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
    [zoneOf(timeZone), ...entries.map((entry) => componentOf(entry, timeZone, toLocal))],
  ]
  return `${ICAL.stringify(calendar)}\r\n`
}

/** Converts an instant to the venue’s clock, `2026-12-03T19:30:00`; null if the clock shows this time twice. */
type ToLocal = (at: Date) => string | null

function componentOf(entry: CalendarEntry, tzid: string, toLocal: ToLocal): Component {
  const time = (name: string, at: Date): Property => {
    const local = toLocal(at)
    // Calendar programs disagree on which of two equal local times is meant, so UTC is used.
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

const text = (name: string, value: string): Property => [
  name,
  {},
  'text',
  value.replaceAll(/\r\n?/g, '\n'),
]

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
    return isTwice ? null : local.replace(' ', 'T')
  }
}

const zones = new Map<string, Component>()

/** The VTIMEZONE of a zone. */
function zoneOf(timeZone: string): Component {
  const known = zones.get(timeZone)
  if (known) return known
  const [block] = tzlib_get_ical_block(timeZone)
  const zone = ICAL.parse(block ?? '') as Component
  zones.set(timeZone, zone)
  return zone
}
