import { z } from 'zod'

/** Where a day begins first: UTC+14. */
const earliestZoneMs = 14 * 3_600_000

/**
 * A day on which somebody agreed, `YYYY-MM-DD`. It may have begun somewhere on earth; whether it has begun at the venue
 * is asked by `requireBegun`.
 * @param missing the message if it is no day
 */
export const pastDay = (missing: string) =>
  z.iso
    .date(missing)
    .refine(
      (day) => Date.parse(day) <= Date.now() + earliestZoneMs,
      'Nobody can have agreed in the future.',
    )

/** The beginning of a day in UTC; now, if the day has begun at the venue but not in UTC. */
export const momentOfDay = (day: string): Date => new Date(Math.min(Date.parse(day), Date.now()))
