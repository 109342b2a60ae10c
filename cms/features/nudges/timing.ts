import { slotAt, slotHours, type TimeSlot, timeSlots } from '../members/profile/rules.ts'
import { localMoment } from '../venue/hours/opening-hours.ts'
import { nextTime } from '../venue/hours/quiet-hours.ts'

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
