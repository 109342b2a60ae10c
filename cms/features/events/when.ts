const dayOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)

const clock = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)

/** A day as staff read it: `Thu 3 Dec`, with the year if it is not this year. @param day `YYYY-MM-DD` */
export function describeDay(day: string, today: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
  })
  return parts.format(new Date(`${day}T00:00:00Z`)).replace(',', '')
}

/**
 * When something happens, for staff: `Thu 3 Dec, 19:30–22:00`. The day of the end is added if it is another day and the
 * event lasts 16 hours or longer.
 */
export function describeWhen(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  timeZone: string,
  today: string,
): string {
  const [day, endDay] = [dayOf(startsAt, timeZone), dayOf(endsAt, timeZone)]
  const isNight = endsAt.getTime() - startsAt.getTime() < 16 * 3_600_000
  const end = `${day === endDay || isNight ? '' : `${describeDay(endDay, today)}, `}${clock(endsAt, timeZone)}`
  return `${describeDay(day, today)}, ${clock(startsAt, timeZone)}–${end}`
}

/** The current day in a time zone, `YYYY-MM-DD`. */
export const todayIn = (timeZone: string, now = new Date()): string => dayOf(now, timeZone)
export const timeIn = clock
