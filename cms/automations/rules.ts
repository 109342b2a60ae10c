import type { Birthday } from '../http/field-rules.ts'

/** Letters that are sent automatically. */
export const automationKinds = ['welcome', 'birthday'] as const
export type AutomationKind = (typeof automationKinds)[number]

/** When birthday letters are sent, in minutes after midnight in the venue's time zone. */
export const birthdayFromMinutes = 9 * 60

/**
 * The birthdays on a date. 29 February counts on the 28th of a year without that day.
 * @param date `YYYY-MM-DD`
 */
export function birthdaysOn(date: string): Birthday[] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const isLast = month === 2 && day === 28 && new Date(Date.UTC(year, 1, 29)).getUTCMonth() !== 1
  return [{ day, month }, ...(isLast ? [{ day: 29, month: 2 }] : [])]
}
