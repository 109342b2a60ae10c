/** Parts of a day. Source: spec section 9, "Time slots". */
export const timeSlots = ['Morning', 'Afternoon', 'Evening', 'Late Night'] as const
export type TimeSlot = (typeof timeSlots)[number]

/** The first hour of each time slot, and the label that members see. */
export const slotHours: Record<TimeSlot, { from: number; label: string }> = {
  Morning: { from: 8, label: '8am–12pm' },
  Afternoon: { from: 12, label: '12pm–5pm' },
  Evening: { from: 17, label: '5pm–9pm' },
  'Late Night': { from: 21, label: '9pm+' },
}

/** The time slot of an hour; `Late Night` lasts until the morning. */
export const slotAt = (hour: number): TimeSlot =>
  timeSlots.findLast((slot) => hour >= slotHours[slot].from) ?? 'Late Night'

/** How long a requested deletion can be cancelled. */
export const deletionDelayMs = 7 * 24 * 60 * 60_000

/** How long the code of a membership card is valid, and how often the card requests the next one. */
export const cardMs = 30_000
export const cardEveryMs = 20_000
