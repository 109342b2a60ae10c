import { Temporal } from 'temporal-polyfill'

/** `clock` tells whether the venue's clocks show the time once (`plain`), never (`skipped`) or `twice`. */
export type VenueTime = { at: Date; clock: 'plain' | 'skipped' | 'twice' }

/**
 * The instant at which the venue's clocks show a time. A skipped time is moved forward by the length of
 * the gap: when London's clocks go forward at 01:00, 01:30 becomes 02:30. A time that is shown twice
 * means the first one. Source: Temporal's disambiguation "compatible".
 * @param local `YYYY-MM-DDTHH:MM`
 * @param timeZone IANA name, e.g. `Europe/London`
 * @returns null if the calendar has no such time, e.g. 30 February or 24:10, or its year is outside
 *   1000 to 9998
 */
export function venueTimeOf(local: string, timeZone: string): VenueTime | null {
  if (!/^[1-9]/.test(local) || local.startsWith('9999')) return null
  const time = parseLocal(local)
  if (!time) return null
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    time.toZonedDateTime(timeZone, { disambiguation }),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime]
  if (earlier.equals(later)) return { at: dateOf(earlier), clock: 'plain' }
  const isTwice = earlier.toPlainDateTime().equals(time)
  return isTwice ? { at: dateOf(earlier), clock: 'twice' } : { at: dateOf(later), clock: 'skipped' }
}

// Formats are cached, because creating one takes longer than most database statements.
const formats = new Map<string, Intl.DateTimeFormat>()

/** An instant on the clock of a time zone, in words. */
export function formatVenueTime(at: Date, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' })
    formats.set(timeZone, format)
  }
  return format.format(at)
}

/** The moment at which the clock of the time zone `to` shows what the clock of `from` shows at `at`. */
export const moveToZone = (at: Date, { from, to }: { from: string; to: string }): Date =>
  dateOf(
    Temporal.Instant.fromEpochMilliseconds(at.getTime())
      .toZonedDateTimeISO(from)
      .toPlainDateTime()
      .toZonedDateTime(to),
  )

const dateOf = ({ epochMilliseconds }: Temporal.ZonedDateTime) => new Date(epochMilliseconds)

function parseLocal(local: string): Temporal.PlainDateTime | null {
  try {
    return Temporal.PlainDateTime.from(local, { overflow: 'reject' })
  } catch {
    return null
  }
}
