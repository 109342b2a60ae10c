import { localMoment } from '../venue/opening-hours.ts'

/** `clock` says what the venue's clock did to the time that was asked for. */
export type VenueTime = { at: Date; clock: 'plain' | 'skipped' | 'twice' }

const dayMs = 86_400_000
const minuteMs = 60_000

/**
 * The moment at which the venue's clock shows a time.
 *
 * A time that does not exist, because the clocks go forward over it, is taken as far after the
 * change as it is written after the gap's beginning: 01:30 in a spring night of London is 02:30. Of a
 * time that is shown twice, because the clocks go back, it is the first. Both are what calendars and
 * `Temporal` ("compatible") do.
 * @param local `YYYY-MM-DDTHH:MM`, on the venue's clock
 * @param timeZone IANA name, e.g. `Europe/London`
 * @returns null where the calendar has no such time, 30 February or 24:10, or nobody lives then
 */
export function atVenue(local: string, timeZone: string): VenueTime | null {
  // Clocks are not told in years that four figures can't write on both sides of a day.
  if (!/^[1-9]/.test(local) || local.startsWith('9999')) return null
  const written = Date.parse(`${local}:00Z`)
  if (Number.isNaN(written) || !new Date(written).toISOString().startsWith(local)) return null
  // The clock's distance from UTC a day before and a day after: a change between them is seen.
  const offsets = [
    ...new Set([written - dayMs, written + dayMs].map((at) => offsetMs(at, timeZone))),
  ]
  const moments = offsets
    .map((offset) => written - offset)
    .filter((at) => at + offsetMs(at, timeZone) === written)
    .sort((a, b) => a - b)
  const [first] = moments
  if (first !== undefined) {
    return { at: new Date(first), clock: moments.length > 1 ? 'twice' : 'plain' }
  }
  // In the gap: the distance that held before it leads past its end.
  return { at: new Date(written - (offsets[0] ?? 0)), clock: 'skipped' }
}

function offsetMs(at: number, timeZone: string): number {
  const { date, minutes } = localMoment(new Date(at), timeZone)
  const shown = Date.parse(`${date}T00:00:00Z`) + minutes * minuteMs
  return shown - Math.floor(at / minuteMs) * minuteMs
}
