import { isDay } from '../../../platform/http/texts/field-rules.ts'
import type { BirthdayOrder } from './birthday-orders.ts'

/** A day as a cell writes it. `rest`: the text after the day, perhaps a time. */
type WrittenDay = { year: number | null; month: number; day: number; rest: string }

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'nb']
const bareLetters = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')

// Full and short names. Spreadsheets write short names in the language of their user: `07-Jan`, `07. Mai`, `07-août`.
const months = new Map(
  languages.flatMap((language) =>
    (['long', 'short'] as const).flatMap((length) =>
      Array.from({ length: 12 }, (_, index) => {
        const format = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' })
        return [bareLetters(format.format(Date.UTC(2026, index, 15))), index + 1] as const
      }),
    ),
  ),
)
const monthOf = (name: string): number | undefined => months.get(bareLetters(name))

const end = '(?=$|[T ,])'
const iso = new RegExp(`^(?:(\\d{4})|-)[-/.](\\d{1,2})[-/.](\\d{1,2})${end}`)
const numbers = new RegExp(
  `^(\\d{1,2})\\s*([/.-])\\s*(\\d{1,2})(?:\\s*\\2\\s*(\\d{4}|\\d{2})|\\.)?${end}`,
)
const dayFirst = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th|er|º)?[.\\s-]{0,3}(?:of |de )?(\\p{L}{3,12})\\.?(?:[,\\s-]{1,2}(?:de )?(\\d{4}|\\d{2})(?!\\d|:))?${end}`,
  'iu',
)
const monthFirst = new RegExp(
  `^(\\p{L}{3,12})\\.?[\\s-]{1,2}(\\d{1,2})(?:st|nd|rd|th)?(?:,?[\\s-]{1,2}(\\d{4}))?${end}`,
  'iu',
)
const chinese = /^(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日/
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+/i

/** A time after a day, as services and spreadsheets write it; perhaps none. */
export const timeOfDay =
  /^[T, ]{0,2}(?:(?:at )?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?(?: ?([ap])\.?m\.?)?)?(?: ?(?:Z|UTC|GMT)?(?:([+-]\d{2}:?\d{2})(?: \([^)]*\))?)?)?$/i
export const isTimeOfDay = (rest: string): boolean => timeOfDay.test(rest)

const maxLength = 80

/**
 * Reads a day with or without its year, in figures or with the name of a month, as people, other services and
 * spreadsheets write it. Between dots the day comes first.
 * @returns null if the text begins with no day, or no year has such a day
 */
export function parseDay(text: string, order: BirthdayOrder): WrittenDay | null {
  const trimmed = text.trim()
  if (trimmed.length > maxLength || !/\d/.test(trimmed)) return null
  const written = trimmed.replace(weekday, '')
  const found = readDay(written, order)
  if (!found) return null
  const { month, day, year, length } = found
  return month && isDay(day, month)
    ? { year: year ? fullYear(year) : null, month, day, rest: written.slice(length) }
    : null
}

type Found = { day: number; month: number | undefined; year: string | undefined; length: number }

function readDay(text: string, order: BirthdayOrder): Found | null {
  const inFigures = iso.exec(text) ?? chinese.exec(text)
  if (inFigures) {
    const [{ length }, year, month, day] = inFigures
    return { day: Number(day), month: Number(month), year, length }
  }
  const pair = numbers.exec(text)
  if (pair) {
    const [{ length }, first, separator, second, year] = pair
    const isDayFirst = separator === '.' || order === 'day/month'
    const [day, month] = isDayFirst ? [first, second] : [second, first]
    return { day: Number(day), month: Number(month), year, length }
  }
  const named = dayFirst.exec(text)
  if (named) {
    const [{ length }, day, name = '', year] = named
    return { day: Number(day), month: monthOf(name), year, length }
  }
  const reversed = monthFirst.exec(text)
  if (!reversed) return null
  const [{ length }, name = '', day, year] = reversed
  return { day: Number(day), month: monthOf(name), year, length }
}

const fullYear = (year: string): number => {
  if (year.length > 2) return Number(year)
  return Number(year) + (Number(year) < 70 ? 2000 : 1900)
}

/** The orders in which a text can be read; null if it does not depend on the order. */
function possibleOrders(text: string): BirthdayOrder[] | null {
  const [, one, separator, other] = numbers.exec(text.trim()) ?? []
  const [first, second] = [Number(one), Number(other)]
  if (!separator || separator === '.' || first === second) return null
  const orders: BirthdayOrder[] = []
  if (isDay(first, second)) orders.push('day/month')
  if (isDay(second, first)) orders.push('month/day')
  return orders.length ? orders : null
}

/** Finds the order of day and month from many cells. */
export function createOrderFinder() {
  const certain = new Set<BirthdayOrder>()
  let isOpen = false
  return {
    add: (text: string): void => {
      const orders = possibleOrders(text)
      if (orders?.length === 1 && orders[0]) certain.add(orders[0])
      else if (orders) isOpen = true
    },
    /** The order; `unknown` if the cells fit both or contradict each other; null if no cell depends on it. */
    result: (): BirthdayOrder | 'unknown' | null => {
      const [only, other] = certain
      if (other) return 'unknown'
      return only ?? (isOpen ? 'unknown' : null)
    },
  }
}
