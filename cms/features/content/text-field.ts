import type { TextField } from 'payload'
import { shownBy } from '../../platform/payload/fields/admin.ts'
import { isCalendarDate, isTimeOfDay } from '../venue/hours/written-hours.ts'

type ClockOptions = {
  required?: boolean
  check?: Check
  missing?: (row: Record<string, unknown>) => string
}
/** Further validation, after the time itself was found valid. @returns a message, or null */
type Check = (row: Record<string, unknown>, record: Record<string, unknown>) => string | null

/**
 * A field for a wall-clock time, `HH:MM`.
 * @param options.required false if the time may be empty
 * @param options.missing the message if the time is missing or invalid
 */
export const clockField = (
  name: string,
  { required = true, check, missing }: ClockOptions = {},
): TextField => ({
  name,
  type: 'text',
  required,
  admin: shownBy('platform/admin/fields/DateTimeFields#TimeField'),
  validate: (
    value: unknown,
    { data, siblingData }: { data: Record<string, unknown>; siblingData: Record<string, unknown> },
  ) => {
    if ((value || required) && !isTimeOfDay(value)) {
      return missing?.(siblingData) ?? 'Write a time, for example 17:30.'
    }
    return check?.(siblingData, data) ?? true
  },
})

/** The message for an invalid date, and for a required date that is missing. */
export const dateProblem = 'Choose a day of the calendar, for example 25 December 2026.'

/** Validates a date of the calendar, `YYYY-MM-DD`. An empty value is valid. */
export const optionalDate = (value: unknown): string | true =>
  !value || isCalendarDate(value) || dateProblem

/** Validates a full http(s) URL. An empty value is valid. */
export function webAddress(value: unknown): string | true {
  if (!value) return true
  const url = typeof value === 'string' && value.length <= 500 ? URL.parse(value) : null
  const isLink = url && /^https?:$/.test(url.protocol) && /^https?:\/\/\S+$/i.test(String(value))
  return isLink ? true : 'Write a full address that begins with https:// or http://.'
}

/** Validates a phone number. An empty value is valid. */
export function phoneNumber(value: unknown): string | true {
  if (!value) return true
  const isNumber = typeof value === 'string' && /^\+?[\d\s()./-]{5,40}$/.test(value)
  const digits = String(value).replace(/\D/g, '').length
  if (isNumber && digits >= 5 && digits <= 15) return true
  return 'Write a phone number, for example +44 114 496 0184.'
}
