/** Number of days of each month. February has the 29 days of a leap year. */
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

/** Source: spec section 9, "Birthday days". */
export const birthdayDays = 31
export const birthdayMonths = daysOfMonth.length

/** Longest phone number, in characters. */
export const maxPhoneLength = 40

/** Messages for fields with an invalid value. */
export const fieldProblems = {
  phone: 'Write a phone number, for example +44 114 496 0184.',
  birthday: 'There is no such day: a birthday is a day and its month, for example 7/11.',
} as const

/** Whether a text is a phone number of 7 to 15 digits (15 is the maximum of E.164). */
export const isPhone = (text: string): boolean =>
  /^\+?[\d\s()./-]{7,40}$/.test(text) && /^\d{7,15}$/.test(text.replace(/\D/g, ''))

export type Birthday = { day: number; month: number }

/** Parses `day/month`. @returns null if no year has such a day */
export function parseBirthday(text: string): Birthday | null {
  const [, day, month] = (/^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? []).map(Number)
  return day && month && isDay(day, month) ? { day, month } : null
}

/** Whether a month has a day, at least in leap years. @param month from 1 to 12 */
export const isDay = (day: number, month: number): boolean =>
  day >= 1 && day <= (daysOfMonth[month - 1] ?? 0)
