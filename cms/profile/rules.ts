/** Parts of a day, with the hours in which they begin. Source: spec section 9, "Time slots". */
export const timeSlots = ['Morning', 'Afternoon', 'Evening', 'Late Night'] as const
export type TimeSlot = (typeof timeSlots)[number]

/** The hours of each, as members read them. */
export const slotHours: Record<TimeSlot, string> = {
  Morning: '8am–12pm',
  Afternoon: '12pm–5pm',
  Evening: '5pm–9pm',
  'Late Night': '9pm+',
}
