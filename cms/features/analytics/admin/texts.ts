import { timeSlots } from '../../members/profile/rules.ts'
import type { ActionRow, ComparedRange } from '../reports/contract.ts'
import type { TimeUnit } from '../reports/rules.ts'
import { addDays, monthStart } from '../rollups/rules.ts'
import {
  type EventName,
  type InteractionType,
  otherName,
  type TransitionType,
  unknownPage,
  type Vital,
} from '../rules.ts'
import { type DateRange, type FilterName, filterNames } from './settings.ts'

const numberFormat = new Intl.NumberFormat('en-GB')
const compactFormat = new Intl.NumberFormat('en-GB', {
  notation: 'compact',
  maximumFractionDigits: 1,
})

/** `1,204` */
export const formatNumber = (count: number): string => numberFormat.format(count)

/** `1.2K`, for axes. */
export const formatCompactNumber = (count: number): string => compactFormat.format(count)

/** `one visitor`, `1,204 visitors`, `no visitors` */
export const countPhrase = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? `one ${one}` : `${count ? formatNumber(count) : 'no'} ${many}`

/** A share from 0 to 1 as `42%`; `–` for null. */
export const percent = (share: number | null): string =>
  share === null ? '–' : share > 0 && share < 0.01 ? 'under 1%' : `${Math.round(share * 100)}%`

/**
 * A share that is counted in a period. For a period that is not over, the text says so, because the share may still
 * grow.
 */
export function shareSoFar(share: number | null, { isOver }: { isOver: boolean }): string {
  if (share === null) return ''
  if (isOver) return percent(share)
  return share ? `${percent(share)} so far` : 'not over'
}

/** A number with one decimal digit, `2.4`. */
export const decimal = (value: number | null): string => (value === null ? '–' : value.toFixed(1))

/** A time in seconds as `1 min 24 s`. */
export function duration(seconds: number | null): string {
  if (seconds === null) return '–'
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  return rest ? `${minutes} min ${rest} s` : `${minutes} min`
}

/** How a number differs from the compared one, in words, and the direction for the sign beside the text. */
export type Change = { text: string; direction: 'more' | 'less' | 'same' }

/** @returns null if there is nothing to compare with */
export function changeOf(now: number, before: number | null): Change | null {
  if (before === null) return null
  if (now === before) return { text: 'the same', direction: 'same' }
  if (before === 0) return { text: 'up from 0', direction: 'more' }
  const direction = now > before ? 'more' : 'less'
  const share = Math.abs(now - before) / before
  if (now > before && now >= before * 3)
    return { text: `${Math.round(now / before)} times as many`, direction }
  if (now === 0) return { text: 'none now', direction }
  return { text: `${percent(share)} ${direction}`, direction }
}

const minJudgedShare = 0.05
const minJudgedCount = 20

/** Whether a change is too small to be called good or bad. @param count the number of things that were counted */
export const isSmallChange = (
  now: number,
  before: number,
  count = Math.max(now, before),
): boolean => count < minJudgedCount || Math.abs(now - before) < Math.abs(before) * minJudgedShare

/** Like `changeOf` for shares from 0 to 1, in percentage points. */
export function percentagePointsOf(now: number | null, before: number | null): Change | null {
  if (now === null || before === null) return null
  const points = Math.round(now * 100) - Math.round(before * 100)
  if (points === 0) return { text: 'the same', direction: 'same' }
  const direction = points > 0 ? 'more' : 'less'
  return {
    text: `${countPhrase(Math.abs(points), 'point')} ${direction === 'more' ? 'higher' : 'lower'}`,
    direction,
  }
}

/**
 * Like `changeOf` for numbers that are not counts, such as times and averages.
 * @param words for a higher and for a lower number
 */
export function differenceOf(
  now: number | null,
  before: number | null,
  [more, less]: [string, string],
): Change | null {
  if (now === null || before === null || before === 0) return null
  const share = (now - before) / before
  if (Math.abs(share) < 0.005) return { text: 'the same', direction: 'same' }
  return {
    text: `${percent(Math.abs(share))} ${share > 0 ? more : less}`,
    direction: share > 0 ? 'more' : 'less',
  }
}

/** A count for a sentence that has already named what is counted: `none`, `one`, `12`. */
export const countWord = (count: number): string =>
  count === 1 ? 'one' : count ? formatNumber(count) : 'none'

// Stored paths contain this text instead of a token, see `loggedPath` in `cms/platform/http/server/target.ts`.
const redactedPart = '/[redacted]'

/** The text for a page: its path, or words for pages that are counted together under one stored path. */
export function pageText(path: string): string {
  if (path === unknownPage) return 'Addresses without a page'
  if (path === otherName) return 'Another site'
  const at = path.indexOf(redactedPart)
  return at < 0 ? path : `Private pages under ${path.slice(0, at)}`
}

/** Explains the words for pages that are counted together; null for a page that is shown by its path. */
export const pageExplanation = (path: string): string | null =>
  path === unknownPage
    ? 'Mistyped or old addresses, and files, counted together'
    : path.includes(redactedPart)
      ? 'Their addresses have a personal key, which is not stored'
      : null

const momentFormats = new Map<string, Intl.DateTimeFormat>()

/** A time on the venue's clock, to the second: `23 Nov 2026, 14:05:09`. @param moment ISO 8601 */
export function momentText(moment: string, timeZone: string): string {
  const format =
    momentFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'medium' })
  momentFormats.set(timeZone, format)
  return format.format(new Date(moment))
}

const dayFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
  return (date: string) => format.format(new Date(`${date}T00:00:00Z`)).replace(',', '')
}
const shortDay = dayFormat({ day: 'numeric', month: 'short' })
const longDay = dayFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const weekdayAndDay = dayFormat({ weekday: 'short', day: 'numeric', month: 'short' })
const dayOfYear = dayFormat({ day: 'numeric', month: 'short', year: 'numeric' })
const month = dayFormat({ month: 'long', year: 'numeric' })
const shortMonth = dayFormat({ month: 'short', year: '2-digit' })

function describeDays({ from, to }: DateRange, today: string): string {
  if (from === to) return longDay(from)
  const isMonth = from === monthStart(from) && addDays(to, 1) === monthStart(from, 1)
  if (isMonth) return month(from)
  const year = (date: string) => date.slice(0, 4)
  if (year(from) !== year(to)) return `${dayOfYear(from)} to ${dayOfYear(to)}`
  const first = from.slice(0, 7) === to.slice(0, 7) ? String(Number(from.slice(8))) : shortDay(from)
  return `${first} to ${year(to) === year(today) ? shortDay(to) : dayOfYear(to)}`
}

const untilTime = ({ until }: ComparedRange) => (until ? `, until ${until}` : '')

/**
 * A range as `16 to 22 Nov`, `November 2026`, `Sunday 22 November 2026`, `Sunday 22 November 2026, until 14:05`.
 * @param today `YYYY-MM-DD`
 */
export const describeRange = (range: ComparedRange, today: string): string =>
  describeDays(range, today) + untilTime(range)

/** `on Sunday 22 November 2026`, `from 16 to 22 Nov, until 14:05`, `in November 2026` */
export function inRange(range: ComparedRange, today: string): string {
  const days = describeDays(range, today)
  const word = range.from === range.to ? 'on' : days === month(range.from) ? 'in' : 'from'
  return `${word} ${days}${untilTime(range)}`
}

/**
 * A point of the chart on its time axis: `14:00`, `22 Nov`, `Nov 26`.
 * @param start see `Point` in `cms/features/analytics/reports/contract.ts`
 */
export const pointLabel = (start: string, step: TimeUnit): string =>
  step === 'hour'
    ? start.slice(11)
    : step === 'day'
      ? shortDay(start)
      : shortMonth(start.slice(0, 10))

/** A point of the chart in full: `Sun 22 Nov, 14:00`, `Sun 22 Nov`, `November 2026`. */
export function pointName(start: string, step: TimeUnit): string {
  if (step === 'month') return month(start.slice(0, 10))
  const day = weekdayAndDay(start.slice(0, 10))
  return step === 'hour' ? `${day}, ${start.slice(11)}` : day
}

const regions = new Intl.DisplayNames('en-GB', { type: 'region' })
/** The name of a country. @param code ISO 3166-1 alpha-2 */
export function countryName(code: string): string {
  try {
    return regions.of(code) ?? code
  } catch {
    return code
  }
}

export const deviceNames: Record<string, string> = {
  phone: 'Phones',
  tablet: 'Tablets',
  desktop: 'Computers',
}

/** What an empty value of a filter stands for. */
const emptyNames: Partial<Record<FilterName, string>> = {
  source: 'none (came directly)',
  medium: 'none',
  campaign: 'none',
  country: 'unknown',
}

/** The value of a filter as text for people. */
export function filterValue(name: FilterName, value: string): string {
  if (value === '') return emptyNames[name] ?? value
  if (name === 'device') return deviceNames[value] ?? value
  if (name === 'country') return countryName(value)
  if (name === 'page' || name === 'entry') return pageText(value)
  if (name === 'slot') return timeSlots.find((slot) => slot === value)?.toLowerCase() ?? value
  return value
}

/** A filter as a sentence: `Page is /beer`. */
export function describeFilter(name: FilterName, value: string): string {
  if (name === 'signed') return value === 'yes' ? 'Signed in' : 'Not signed in'
  const label = filterNames[name]
  const isSentence = name === 'area' || name === 'interest' || name === 'slot'
  return `${label}${isSentence ? '' : ' is'} ${filterValue(name, value)}`
}

/** The ways in which people go from one page to the next. */
const transitionTexts: Record<TransitionType, string> = {
  link: 'a link',
  nav: 'the menu',
  back: 'back or forward',
  transition: 'the page transition',
  nudge: 'a nudge',
  external: 'a link to another site',
}

const actionTexts: Record<InteractionType, string> = {
  click: 'Click',
  submit: 'Form sent',
  event: 'Event',
}

/** The events of the gate, the newsletter and nudges that are counted. */
const eventTexts: Record<EventName, string> = {
  gate_opened: 'Opened the gate',
  gate_proof: 'Used a passkey or code',
  gate_in: 'Came into the Common Room',
  newsletter_panel: 'Opened the newsletter form',
  newsletter_submitted: 'Sent the newsletter form',
  newsletter_confirmed: 'Confirmed the address',
  nudge_shown: 'Saw a nudge',
  nudge_clicked: 'Clicked a nudge',
}

const textIn =
  (texts: Record<string, string>) =>
  (name: string): string =>
    texts[name] ?? name
export const transitionText = textIn(transitionTexts)
export const actionText = textIn(actionTexts)
export const eventText = textIn(eventTexts)

const linkTexts: Record<string, string> = {
  'mailto:': 'Link to an e-mail address',
  'tel:': 'Link to a phone number',
  'sms:': 'Link to text a phone number',
  [unknownPage]: 'Link to a file or an address that is no page',
  [otherName]: 'Link to another site',
}
const linkMark = '→ '

/** An element's name in the source code, as words: `make-passkey` becomes `Make passkey`. */
function nameText(name: string): string {
  const words = name.split(/[-_]+/).join(' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * The element that was clicked or sent, or the event.
 * @param element as in reports, where a link without an id is `→ /beer`
 */
export function elementText({
  page,
  type,
  element,
}: Pick<ActionRow, 'page' | 'type' | 'element'>): string {
  if (element === null)
    return type === 'submit' ? 'A form without a name' : 'A link or button without a name'
  if (type === 'event') return eventText(element)
  if (!element.startsWith(linkMark)) return nameText(element)
  const to = element.slice(linkMark.length)
  return linkTexts[to] ?? (to === page ? 'Link to the same page' : `Link to ${pageText(to)}`)
}

export const vitalNames: Record<Vital, { name: string; about: string }> = {
  lcp: { name: 'Main content shown', about: 'Until the largest text or picture is there (LCP).' },
  inp: {
    name: 'Reaction',
    about: 'From a tap or key until something happens on the screen (INP).',
  },
  cls: { name: 'Layout shift', about: 'How much the page jumps while it loads (CLS, no unit).' },
  fcp: { name: 'First content', about: 'Until anything is there (FCP).' },
  ttfb: { name: 'Server reply', about: 'Until the first byte arrives (TTFB).' },
}

/** A web vital with its unit: `1.9 s`, `80 ms`, `0.05`. @param value in ms; `cls` has no unit */
export function vitalValue(metric: Vital, value: number): string {
  if (metric === 'cls') return value.toFixed(2)
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`
}

/** A day, or the week that begins on it: `16 Nov`; in another year `16 Nov 2025`. @param today `YYYY-MM-DD` */
export const dayName = (day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? shortDay(day) : dayOfYear(day)
