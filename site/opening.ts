import type { OpenPage } from '../cms/features/content/page.ts'
import {
  addDays,
  type Interval,
  type Weekday,
  weekdays,
} from '../cms/features/venue/hours/opening-hours.ts'
import type { VenueArea } from '../cms/features/venue/rules.ts'
import {
  formatSpan,
  type OpeningData,
  type OpeningLabels,
  packWeek,
} from '../cms/features/venue/ui/opening-texts.ts'

const dayKeys = [
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
    days: dayKeys.map(text),
  }
}

/** The data with which the page updates its opening states: hours of the coming days, labels, time zone. */
export function openingData(page: OpenPage): OpeningData {
  const { hours, timeZone } = page.venue
  const first = addDays(page.now.date, -1)
  const last = addDays(page.now.date, 15)
  return {
    timeZone,
    labels: openingLabels(page),
    hours: {
      areas: hours.areas.map(({ area, week }) => ({ area, week: packWeek(week) })),
      exceptions: hours.exceptions
        .filter(({ date }) => date >= first && date <= last)
        .map((exception) => ({ ...exception, note: '' })),
    },
    names: Object.fromEntries(
      hours.areas
        .map(({ area }) => [area, page.global('areas', areaKey(area))])
        .filter(([area, name]) => name !== area),
    ),
    more: page.global('opening', 'more'),
  }
}

export type WeekLine = { days: string; hours: string }

/**
 * A week's opening hours: consecutive days with the same hours share a line. Sunday and Monday are
 * consecutive (`Sun–Thu`).
 */
export function weekLines(
  week: Record<Weekday, Interval[]>,
  page: Pick<OpenPage, 'global'>,
): WeekLine[] {
  const labels = openingLabels(page)
  const short = weekdays.map((day) => page.global('opening', `${day}_short`))
  const dayHours = weekdays.map(
    (day) =>
      [...week[day]]
        .sort((one, other) => one.opens.localeCompare(other.opens))
        .map((span) => formatSpan(span, labels))
        .join(', ') || page.global('opening', 'closed'),
  )
  if (dayHours.every((hours) => hours === dayHours[0])) {
    return [{ days: page.global('opening', 'every_day'), hours: dayHours[0] ?? '' }]
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
