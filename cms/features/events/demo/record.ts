import { venue } from '../../venue/demo/venue.ts'
import { addDays } from '../../venue/hours/opening-hours.ts'
import { addMinutes, localAt, localTimesAt, occurrencesOf } from '../series/recurrence.ts'
import { ruleDays } from '../series/repeat.ts'
import type { DemoEvent } from './demo-event.ts'

const dayMs = 86_400_000
const weekMinutes = 7 * 24 * 60

/**
 * The record of a demo event. If the demo venue is closed at the time of an event, a series leaves out this date, and a
 * single event is moved to a later week.
 */
export function recordOf(event: DemoEvent, pictures: ReadonlyMap<string, number>, now: Date) {
  const { begin, from, minutes, doors, rule, picture, full: _, ...others } = event
  const timesAt = (start: string) => ({
    start,
    end: addMinutes(start, minutes),
    doors: doors ? addMinutes(start, -doors) : null,
  })
  let times = timesAt(`${dayOf(begin, localAt(now, venue.time_zone).slice(0, 10))}T${from}`)
  while (!rule && isClosedFor(event, times)) times = timesAt(addMinutes(times.start, weekMinutes))
  const repeats = { rule: rule ?? null, isSecondOfRepeatedHour: false, excludedStarts: [] }
  const schedule = { ...times, ...repeats }
  const closedStarts = occurrencesOf(schedule, venue.time_zone, now)
    .map(({ original }) => original)
    .filter((start) => isClosedFor(event, localTimesAt(schedule, start)))
  return {
    status: 'published' as const,
    visibility: 'public' as const,
    payment: 'free' as const,
    max_party: 6,
    common_good_percent: 1,
    ...others,
    ...times,
    rule: schedule.rule,
    left_out: closedStarts,
    picture: pictures.get(picture ?? '') ?? null,
  }
}

/** Whether an exception of the demo venue’s hours closes an area of an event during a part of the event. */
function isClosedFor(
  { areas }: Pick<DemoEvent, 'areas'>,
  { start, end }: { start: string; end: string },
): boolean {
  const day = start.slice(0, 10)
  return venue.exceptions
    .filter(({ date, area }) => date === day && (area === null || areas.includes(area)))
    .some(({ intervals }) =>
      intervals.every(({ opens, closes }) => {
        const closesAt = `${closes > opens ? day : addDays(day, 1)}T${closes}`
        return start < `${day}T${opens}` || end > closesAt
      }),
    )
}

function dayOf(begin: DemoEvent['begin'], today: string): string {
  const day = new Date(`${today}T00:00:00Z`)
  if ('day' in begin) {
    const monday = day.getTime() - ((day.getUTCDay() + 6) % 7) * dayMs
    const found = monday + (begin.weeks * 7 + ruleDays.indexOf(begin.day)) * dayMs
    return new Date(found).toISOString().slice(0, 10)
  }
  const found = new Date(Date.UTC(day.getUTCFullYear(), begin.month - 1, begin.date))
  if (found <= day) found.setUTCFullYear(found.getUTCFullYear() + 1)
  return found.toISOString().slice(0, 10)
}
