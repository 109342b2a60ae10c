import { formatGuestTime } from '../../../platform/ui/format-time.ts'
import { areaName } from '../../venue/names.ts'
import type { EventDate } from '../rules.ts'

/** What guests read about a postponement, in sentences. */
export const describePostponed = ({ startsAt }: EventDate, timeZone: string): string =>
  `It won’t be ${formatGuestTime(startsAt, timeZone)}. We write again as soon as there is a new date.`

/** What guests read about the changes of a date, in sentences; none if nothing changed. */
export function describeChanges(before: EventDate, date: EventDate, timeZone: string): string[] {
  const when = ({ startsAt }: EventDate) => formatGuestTime(startsAt, timeZone)
  const durationMs = ({ startsAt, endsAt }: EventDate) => endsAt.getTime() - startsAt.getTime()
  const where = ({ areas }: EventDate) => areas.map(areaName).join(' and ')
  const isSameStart = when(before) === when(date)
  if (date.status === 'postponed') {
    if (before.status === 'postponed') return []
    return [describePostponed(before, timeZone)]
  }
  return [
    ...(before.title === date.title ? [] : [`It was called ${before.title} before.`]),
    ...(isSameStart && before.status !== 'postponed'
      ? []
      : [`It was ${when(before)}.`, `It is now ${when(date)}.`]),
    ...(where(before) === where(date)
      ? []
      : [`It was in ${where(before)}. It is now in ${where(date)}.`]),
    ...(durationMs(before) === durationMs(date)
      ? []
      : [`It ${isSameStart ? 'now ends' : 'ends'} ${formatGuestTime(date.endsAt, timeZone)}.`]),
  ]
}
