import type { Birthday } from '../../platform/http/texts/field-rules.ts'

/** Letters that are sent automatically. */
export const automationKinds = ['welcome', 'birthday'] as const
export type AutomationKind = (typeof automationKinds)[number]

/** The time from which birthday letters are sent, in minutes after midnight in the venue's time zone. */
export const birthdayStartMinutes = 9 * 60

/**
 * The birthdays that are celebrated on a date. In a year without 29 February, 28 February includes the
 * birthdays of 29 February.
 * @param date `YYYY-MM-DD`
 */
export function birthdaysOn(date: string): Birthday[] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const includesLeapDay =
    month === 2 && day === 28 && new Date(Date.UTC(year, 1, 29)).getUTCMonth() !== 1
  return [{ day, month }, ...(includesLeapDay ? [{ day: 29, month: 2 }] : [])]
}
