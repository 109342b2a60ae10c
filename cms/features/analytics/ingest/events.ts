import { cleanLine } from '../../../platform/http/texts/clean-text.ts'
import type { AnalyticsEvent, CollectRequest, PageEndRequest } from '../contract.ts'
import { copyStart } from '../copy-start.ts'
import {
  maxAgeMs,
  maxCoordinate,
  maxLengths,
  maxSeconds,
  maxShift,
  maxVitalMs,
  unknownPage,
  type Vital,
} from '../rules.ts'
import { maskPersonal } from './personal.ts'

/** The columns of a page view, journey or interaction that come from the browser. Times are ISO 8601. */
export type ViewRow = {
  id: string
  page_path: string
  page_title: string
  referrer: string | null
  viewed_at: string
  time_spent_seconds: number
  scroll_depth_percent: number
  lcp_ms: number | null
  inp_ms: number | null
  fcp_ms: number | null
  ttfb_ms: number | null
  cls: number | null
}
export type JourneyRow = {
  id: string
  from_page: string
  to_page: string
  transition_type: string
  at: string
}
export type InteractionRow = {
  id: string
  page_path: string
  interaction_type: string
  element_id: string | null
  element_class: string | null
  element_text: string | null
  coordinates: { x: number; y: number } | null
  /** The name of an event, or where a link leads. */
  additional_data: { name: string } | { to: string } | null
  at: string
}
export type Events = {
  views: ViewRow[]
  journeys: JourneyRow[]
  interactions: InteractionRow[]
}

export type Cleaning = {
  /** The server's clock in ms since 1970. */
  now: number
  /** The path of a URL as it may be stored; see `createPathReader`. */
  pathOf: (urlOrPath: string) => string
}

/**
 * The events of a request as they are stored: texts are shortened and cleaned, numbers clamped. The age of an event is
 * the difference of two times on the browser's clock, so a wrong clock does not matter. No event is in the future.
 */
export function cleanEvents(
  { sent, events, referrer }: Pick<CollectRequest, 'sent' | 'events'> & { referrer: string | null },
  { now, pathOf }: Cleaning,
): Events {
  const rows: Events = { views: [], journeys: [], interactions: [] }
  for (const event of events) {
    const at = new Date(now - clamp(sent - event.at, maxAgeMs)).toISOString()
    if (event.type === 'view') rows.views.push(viewOf(event, { at, referrer, pathOf }))
    else if (event.type === 'journey') {
      rows.journeys.push({
        id: event.id,
        from_page: pathOf(event.from),
        to_page: pathOf(event.to),
        transition_type: event.transition,
        at,
      })
    } else rows.interactions.push(interactionOf(event, { at, pathOf }))
  }
  return rows
}

type EventOf<Type extends AnalyticsEvent['type']> = Extract<AnalyticsEvent, { type: Type }>

function viewOf(
  event: EventOf<'view'>,
  { at, referrer, pathOf }: { at: string; referrer: string | null } & Pick<Cleaning, 'pathOf'>,
): ViewRow {
  const ms = (vital: Exclude<Vital, 'cls'>) => {
    const value = event[vital]
    return value === undefined ? null : Math.round(clamp(value, maxVitalMs))
  }
  const page_path = ownPath(pathOf(event.path))
  return {
    id: event.id,
    page_path,
    page_title:
      page_path === unknownPage
        ? ''
        : cleanTo(maxLengths.title, maskPersonal(cleanTo(maxLengths.title * 2, event.title))),
    referrer,
    viewed_at: at,
    time_spent_seconds: secondsOf(event.time ?? 0),
    scroll_depth_percent: percentOf(event.scroll ?? 0),
    lcp_ms: ms('lcp'),
    inp_ms: ms('inp'),
    fcp_ms: ms('fcp'),
    ttfb_ms: ms('ttfb'),
    // Rounded to a value of the column's type. The column refuses positive numbers that are too small for its type.
    cls: event.cls === undefined ? null : Math.fround(clamp(event.cls, maxShift)),
  }
}

function interactionOf(
  event: EventOf<'interaction'> | EventOf<'event'>,
  { at, pathOf }: { at: string } & Pick<Cleaning, 'pathOf'>,
): InteractionRow {
  const common = { id: event.id, page_path: ownPath(pathOf(event.path)), at }
  if (event.type === 'event') {
    return {
      ...common,
      interaction_type: 'event',
      element_id: null,
      element_class: null,
      element_text: null,
      coordinates: null,
      additional_data: { name: event.name },
    }
  }
  const { x, y } = event
  const to = targetOf(event.to, pathOf)
  return {
    ...common,
    interaction_type: event.kind,
    element_id: storableName(copyStart(event.elementId ?? '', maxLengths.elementId)),
    element_class:
      copyStart(event.elementClass ?? '', maxLengths.elementClass)
        .split(/\s/)
        .filter((name) => storableName(name) !== null)
        .join(' ') || null,
    element_text: cleanOrNull(maxLengths.elementText, event.text),
    coordinates:
      x === undefined || y === undefined
        ? null
        : { x: Math.round(clamp(x, maxCoordinate)), y: Math.round(clamp(y, maxCoordinate)) },
    additional_data: to === null ? null : { to },
  }
}

const contactSchemes = ['mailto:', 'tel:', 'sms:']

/**
 * Where a link leads, as it may be stored: a path of the site, the host of another site, or the scheme of an email
 * address or phone number.
 */
function targetOf(to: string | undefined, pathOf: Cleaning['pathOf']): string | null {
  if (!to) return null
  const scheme = contactSchemes.find((each) => to.startsWith(each))
  if (scheme) return scheme
  // Other URLs without a host do not lead to a page.
  if (!/^(\/|https?:)/.test(to)) return null
  return pathOf(to).replace(/^https?:\/\//, '')
}

/** A page's end as it is stored. */
export const cleanPageEnd = (
  { pagePath, timeSpent, scrollDepth }: PageEndRequest,
  pathOf: Cleaning['pathOf'],
): { page_path: string; seconds: number; scroll: number } => ({
  page_path: ownPath(pathOf(pagePath)),
  seconds: secondsOf(timeSpent),
  scroll: percentOf(scrollDepth),
})

/** Removes the data that is stored only for members who agreed. */
export const withoutPrivate = (row: InteractionRow): InteractionRow => ({
  ...row,
  element_text: null,
  coordinates: null,
})

/**
 * A text as one line without control characters.
 * @param maxLength the length to which it is cut, in UTF-16 code units
 */
export function cleanTo(maxLength: number, text: string): string {
  // Cut first, because cleaning takes time in proportion to the length.
  const clean = cleanLine(copyStart(text, maxLength * 2)).trim()
  if (clean.length <= maxLength) return clean
  const isPairCut = /[\uD800-\uDBFF]/.test(clean[maxLength - 1] ?? '')
  return clean.slice(0, isPairCut ? maxLength - 1 : maxLength)
}

export const cleanOrNull = (maxLength: number, text: string | undefined): string | null =>
  (text && cleanTo(maxLength, text)) || null

/** The path if it is of this site, otherwise `unknownPage`: events can't happen on pages of other sites. */
export const ownPath = (path: string): string => (path.startsWith('/') ? path : unknownPage)

/** The name of an element as it may be stored; null if it is not a plain name. */
const storableName = (name: string | undefined): string | null =>
  name && /^[\w-]+$/.test(name) && maskPersonal(name) === name ? name : null

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), max)
const secondsOf = (seconds: number): number => Math.floor(clamp(seconds, maxSeconds))
const percentOf = (percent: number): number => Math.round(clamp(percent, 100))
