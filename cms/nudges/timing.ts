import { slotAt, slotHours, type TimeSlot, timeSlots } from '../members/profile/rules.ts'
import { addDays, localMoment } from '../venue/opening-hours.ts'
import { atVenue } from '../venue/venue-time.ts'

const dayMinutes = 24 * 60

/** Quiet hours in minutes of the venue's day, e.g. from 1320 to 480. Null if there are none. */
export type QuietHours = { from: number; to: number } | null

/** Whether a number is a minute of the day. */
export const isMinute = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value < dayMinutes

/**
 * The minutes until quiet hours end. Quiet hours that begin and end at the same minute do not exist.
 * @param now minute of the venue's day
 * @returns 0 if it is not quiet
 */
export function quietMinutesLeft(quiet: QuietHours, now: number): number {
  if (!quiet || quiet.from === quiet.to) return 0
  const since = (now - quiet.from + dayMinutes) % dayMinutes
  const length = (quiet.to - quiet.from + dayMinutes) % dayMinutes
  return since < length ? length - since : 0
}

/** When each time slot begins: now for the current one, within the next day for the others. */
export type SlotStarts = Record<TimeSlot, Date>

/**
 * When each time slot begins, on the venue's clock.
 * @param now the start of the current slot is this moment
 */
export function slotStarts(now: Date, timeZone: string): SlotStarts {
  const { date, minutes } = localMoment(now, timeZone)
  const current = slotAt(Math.floor(minutes / 60))
  const startOf = (slot: TimeSlot): Date => {
    if (slot === current) return now
    const { from } = slotHours[slot]
    const day = from * 60 > minutes ? date : addDays(date, 1)
    return atVenue(`${day}T${String(from).padStart(2, '0')}:00`, timeZone)?.at ?? now
  }
  return Object.fromEntries(timeSlots.map((slot) => [slot, startOf(slot)])) as SlotStarts
}

/** When the first of somebody's time slots begins. @returns null if they told none */
export const firstStart = (slots: readonly TimeSlot[], starts: SlotStarts): Date | null =>
  slots.length ? new Date(Math.min(...slots.map((slot) => +starts[slot]))) : null
