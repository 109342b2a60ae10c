import { weekdays } from '../../venue/opening-hours.ts'
import type { Diet } from '../../venue/rules.ts'

export const dayNames: Record<(typeof weekdays)[number], string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

const shortName = (day: string) => (dayNames as Record<string, string>)[day]?.slice(0, 3) ?? day

/** Days as people say them: `Mon–Thu, Sat`; `Every day` for all seven. */
export function spokenDays(days: readonly string[]): string {
  const chosen = weekdays.filter((day) => days.includes(day))
  if (chosen.length === weekdays.length) return 'Every day'
  const runs: string[][] = []
  for (const day of chosen) {
    const run = runs.at(-1)
    const follows = run && weekdays.indexOf(run.at(-1) as 'mon') + 1 === weekdays.indexOf(day)
    if (follows) run.push(day)
    else runs.push([day])
  }
  return runs
    .map(([first = '', ...rest]) => {
      const last = rest.at(-1)
      return last ? `${shortName(first)}–${shortName(last)}` : shortName(first)
    })
    .join(', ')
}

/** Dietary marks as a menu's editor reads them. */
export const dietNames: Record<Diet, string> = {
  vegetarian: 'Vegetarian',
  vegan: 'Vegan',
  gluten_free: 'Gluten free',
  dairy_free: 'Dairy free',
  contains_nuts: 'Contains nuts',
  halal: 'Halal',
  low_no: 'Low or no alcohol',
}

const longest = 100_000_000

/**
 * Money as a person types it: `4.95`, `£4.95`, `5`, `1,250`.
 * @returns whole pence (cents); null for nothing; undefined where it can't be read
 */
export function parseMoney(typed: string): number | null | undefined {
  if (!typed.trim()) return null
  const bare = typed.trim().replace(/^([-−–]?)\s*[£$€]\s*/, '$1')
  const match = /^([-−–]?)(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{1,2}))?$/.exec(bare)
  if (!match || (match[2] === undefined && match[3] === undefined)) return undefined
  const [, sign, whole = '0', rest = ''] = match
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(rest.padEnd(2, '0'))
  return sign ? 0 - cents : cents
}

/** Whole pence (cents) as a price tag has them: 495 is `4.95`. */
export function writtenMoney(cents: number): string {
  const figure = Math.abs(cents)
  const whole = String(Math.floor(figure / 100))
  return `${cents < 0 ? '−' : ''}${whole}.${String(figure % 100).padStart(2, '0')}`
}

export type MoneyLimits = { min?: number; max?: number; required?: boolean }

/**
 * What is wrong with an amount, for the person who typed it.
 * @param value whole pence (cents); what could not be read stays as it was typed
 */
export function moneyFault(value: unknown, limits: MoneyLimits): string | null {
  if (value === null || value === undefined || value === '') {
    return limits.required ? 'Write a price, for example 4.95.' : null
  }
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return 'Write pounds and pence, for example 4.95.'
  }
  const { min = -longest, max = longest } = limits
  if (value < min) return `Write at least ${writtenMoney(min)}.`
  if (value > max) return `Write at most ${writtenMoney(max)}.`
  return null
}

/** `2026-12-24` as `24 Dec`, with the year where it is another than that of `today`. */
export function spokenDate(date: string, today = ''): string {
  const instant = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(instant.getTime())) return date
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    ...(today && !date.startsWith(today.slice(0, 4)) && { year: 'numeric' }),
  }).format(instant)
}

/**
 * Where a login leads: a path of our own, or the admin's first page.
 * @param asked what the address says
 */
export function ownPath(asked: unknown): string {
  const home = '/cms'
  if (typeof asked !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked)) return home
  if (/^\/(?:%(?:25)*(?:2f|5c|0[9ad]))/i.test(asked) || /^\/cms\/log(in|out)\b/.test(asked)) {
    return home
  }
  const base = 'http://own.invalid'
  const url = URL.parse(asked, base)
  if (url?.origin !== base || url.pathname.startsWith('//')) return home
  return url.pathname + url.search + url.hash
}

/** A moment on the venue's clock: `24 Dec, 18:05`, and `Today, 18:05` where it is of `today`. */
export function spokenMoment(value: unknown, timeZone: string, today: string): string {
  const instant = typeof value === 'string' ? new Date(value) : null
  if (!instant || Number.isNaN(instant.getTime())) return '–'
  const date = new Intl.DateTimeFormat('en-CA', { timeZone }).format(instant)
  const clock = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const time = new Intl.DateTimeFormat('en-GB', clock).format(instant)
  return `${date === today ? 'Today' : spokenDate(date, today)}, ${time}`
}

/**
 * Where a text is opened, below /cms/visual/: `cafe/hero/title`. What stands on every page is opened
 * on the first of them; its key may carry the section itself.
 */
export function placePath(page: string, section: string, key: string): string {
  const place = [section, key].filter(Boolean).join('.').replace('.', '/')
  return page === 'global' ? `home/global:${place}` : `${page}/${place}`
}
