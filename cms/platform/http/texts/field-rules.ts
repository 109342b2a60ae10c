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

const separators = String.raw`\s\(\)\.\/\-`
/**
 * The `pattern` of a field for a phone number of 7 to 15 digits (15 is the maximum of E.164). Zeros at its start do not
 * count, because they are dialled before a number and are no part of it.
 */
export const phonePattern = String.raw`\+?[0${separators}]*[1-9](?:[${separators}]*\d){6,14}[${separators}]*`
const phone = new RegExp(`^${phonePattern}$`)

/** Whether a text is a phone number, see `phonePattern`. */
export const isPhone = (text: string): boolean => text.length <= maxPhoneLength && phone.test(text)

export type Birthday = { day: number; month: number }

/** Parses `day/month`. @returns null if no year has such a day */
export function parseBirthday(text: string): Birthday | null {
  const [, day, month] = (/^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? []).map(Number)
  return day && month && isDay(day, month) ? { day, month } : null
}

/** Whether a month has a day, at least in leap years. @param month from 1 to 12 */
export const isDay = (day: number, month: number): boolean =>
  day >= 1 && day <= (daysOfMonth[month - 1] ?? 0)
