/** How long after its end something still counts as tonight, in hours. */
const lateHours = 6

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
