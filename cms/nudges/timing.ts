import { slotAt, slotHours, type TimeSlot, timeSlots } from '../members/profile/rules.ts'
import { addDays, type LocalMoment, localMoment } from '../venue/opening-hours.ts'
import { venueTimeOf } from '../venue/venue-time.ts'
import { dayMinutes, type QuietHours } from './rules.ts'

/**
 * When the quiet hours that contain `at` end, on the venue's clock. Quiet hours that begin and end at the same minute
 * are ignored.
 * @returns `at` if it is not in the quiet hours
 */
export function quietEnd(quiet: QuietHours, at: Date, timeZone: string): Date {
  if (!quiet || quiet.from === quiet.to) return at
  const moment = localMoment(at, timeZone)
  const since = (moment.minutes - quiet.from + dayMinutes) % dayMinutes
  const length = (quiet.to - quiet.from + dayMinutes) % dayMinutes
  if (since >= length) return at
  const end = nextTime(quiet.to, moment, timeZone)
  // When the clocks go back, they may show the end twice. `nextTime` returns the first time, which can be before `at`.
  return end && end > at ? end : at
}

/** The next time at which the venue's clock shows a minute of the day. */
function nextTime(minute: number, { date, minutes }: LocalMoment, timeZone: string): Date | null {
  const day = minute > minutes ? date : addDays(date, 1)
  const [hour, rest] = [Math.floor(minute / 60), minute % 60].map((n) => String(n).padStart(2, '0'))
  return venueTimeOf(`${day}T${hour}:${rest}`, timeZone)?.at ?? null
}

/** When each time slot begins. */
export type SlotStarts = Record<TimeSlot, Date>

/** When each time slot begins next. For the current slot, this is a day after it began. */
export function nextSlotStarts(now: Date, timeZone: string): SlotStarts {
  const moment = localMoment(now, timeZone)
  const starts = timeSlots.map((slot) => [
    slot,
    nextTime(slotHours[slot].from * 60, moment, timeZone) ?? now,
  ])
  return Object.fromEntries(starts)
}

/** When each time slot begins: now for the current slot, else at its next beginning. */
export function slotStarts(now: Date, timeZone: string): SlotStarts {
  const current = slotAt(Math.floor(localMoment(now, timeZone).minutes / 60))
  return { ...nextSlotStarts(now, timeZone), [current]: now }
}

/** When the first of somebody's time slots begins. @returns null if there are none */
export const firstStart = (slots: readonly TimeSlot[], starts: SlotStarts): Date | null =>
  slots.length ? new Date(Math.min(...slots.map((slot) => +starts[slot]))) : null
