import type { OpenPage } from '../cms/content/page.ts'
import { addDays, type Interval, type Weekday, weekdays } from '../cms/venue/opening-hours.ts'
import type { VenueArea } from '../cms/venue/rules.ts'
import { formatSpan, type OpeningData, type OpeningLabels } from '../islands/opening/texts.ts'

const names = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

export function openingLabels({ global }: Pick<OpenPage, 'global'>): OpeningLabels {
  const text = (key: string) => global('opening', key)
  return {
    open: text('open_now'),
    until: text('until'),
    closed: text('closed'),
    opens: text('opens'),
    tomorrow: text('tomorrow'),
    noon: text('noon'),
    midnight: text('midnight'),
    days: names.map(text),
  }
}

/** The data with which the page updates its opening states: hours of the coming days, labels, time zone. */
export function openingData(open: OpenPage): OpeningData {
  const { hours, timeZone } = open.venue
  const first = addDays(open.now.date, -1)
  const last = addDays(open.now.date, 15)
  return {
    timeZone,
    labels: openingLabels(open),
    hours: {
      areas: hours.areas,
      exceptions: hours.exceptions
        .filter(({ date }) => date >= first && date <= last)
        .map((exception) => ({ ...exception, note: '' })),
    },
    names: Object.fromEntries(
      hours.areas.map(({ area }) => [area, open.global('areas', areaKey(area))]),
    ),
    more: open.global('opening', 'more'),
  }
}

export type WeekLine = { days: string; hours: string }

/** Formats a date without its year: `25 December`. It is created once, because its creation is slow. */
export const dayAndMonth = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})

/**
 * A week's opening hours: consecutive days with the same hours share a line. Sunday and Monday are
 * consecutive (`Sun–Thu`).
 */
export function weekLines(
  week: Record<Weekday, Interval[]>,
  open: Pick<OpenPage, 'global'>,
): WeekLine[] {
  const labels = openingLabels(open)
  const short = weekdays.map((day) => open.global('opening', `${day}_short`))
  const dayHours = weekdays.map(
    (day) =>
      [...week[day]]
        .sort((one, other) => one.opens.localeCompare(other.opens))
        .map((span) => formatSpan(span, labels))
        .join(', ') || open.global('opening', 'closed'),
  )
  if (dayHours.every((hours) => hours === dayHours[0])) {
    return [{ days: open.global('opening', 'every_day'), hours: dayHours[0] ?? '' }]
  }
  const runs: { from: number; to: number; hours: string }[] = []
  dayHours.forEach((hours, day) => {
    const last = runs.at(-1)
    if (last && last.hours === hours) last.to = day
    else runs.push({ from: day, to: day, hours })
  })
  const [first] = runs
  const end = runs.at(-1)
  if (first && end && runs.length > 1 && first.hours === end.hours) {
    first.from = end.from
    runs.pop()
  }
  return runs.map(({ from, to, hours }) => ({
    days: from === to ? (short[from] ?? '') : `${short[from]}–${short[to]}`,
    hours,
  }))
}

/** The text key of an area's name: `Beer Hall` gives `beer_hall`. */
export const areaKey = (area: VenueArea): string => area.toLowerCase().replaceAll(' ', '_')
