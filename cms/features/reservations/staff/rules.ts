/** How long after its end something still counts as tonight, in hours. */
const lateHours = 6

/** How many hours before midnight the evening begins that is still on after it. */
const eveningHours = 12

/**
 * From when on what begins is listed as tonight's: since midnight, and until 6 am since the noon before.
 * @param midnight the start of the venue's day
 */
export const startOfTonight = (midnight: Date, now = new Date()): Date =>
  now.getTime() < midnight.getTime() + lateHours * 3_600_000
    ? new Date(midnight.getTime() - eveningHours * 3_600_000)
    : midnight

/** The venue's date, `YYYY-MM-DD`, and the time. */
export type Tonight = { today: string; now: Date }

/**
 * Whether something is today. After midnight that includes what was the evening before and is still on, or ended a few
 * hours ago.
 */
export const isTonight = (
  { day, startsAt, endsAt }: { day: string; startsAt: Date; endsAt: Date },
  { today, now }: Tonight,
): boolean =>
  day === today || (startsAt <= now && now.getTime() < endsAt.getTime() + lateHours * 3_600_000)
