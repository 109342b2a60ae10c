import type { OpenPage } from '../cms/content/page.ts'
import { addDays, type Interval, type Weekday, weekdays } from '../cms/venue/opening-hours.ts'
import type { VenueArea } from '../cms/venue/rules.ts'
import { type OpeningLabels, spokenSpan } from '../islands/opening/texts.ts'

const names = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

/** The words of times and states, as the house says them. */
export function openingLabels({ global }: Pick<OpenPage, 'global'>): OpeningLabels {
  const word = (key: string) => global('opening', key)
  return {
    open: word('open_now'),
    until: word('until'),
    closed: word('closed'),
    opens: word('opens'),
    tomorrow: word('tomorrow'),
    noon: word('noon'),
    midnight: word('midnight'),
    days: names.map(word),
  }
}

/** What the browser needs to keep the state of some areas true: hours, labels, time zone, as JSON. */
export function openingData(open: OpenPage, areas: VenueArea[]): string {
  const { hours, timeZone } = open.venue
  const last = addDays(open.now.date, 15)
  return JSON.stringify({
    timeZone,
    labels: openingLabels(open),
    hours: {
      areas: hours.areas.filter(({ area }) => areas.includes(area)),
      exceptions: hours.exceptions.filter(
        ({ area, date }) =>
          date >= addDays(open.now.date, -1) && date <= last && (!area || areas.includes(area)),
      ),
    },
  })
}

export type WeekLine = { days: string; hours: string }

/** A date without its year: `25 December`. Made once: it costs more than all it formats. */
export const dayAndMonth = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})

/**
 * A week in as few lines as it takes: days that follow each other and keep the same hours share
 * one, and the week runs on from Sunday to Monday (`Sun–Thu`).
 */
export function weekLines(
  week: Record<Weekday, Interval[]>,
  open: Pick<OpenPage, 'global'>,
): WeekLine[] {
  const labels = openingLabels(open)
  const short = weekdays.map((day) => open.global('opening', `${day}_short`))
  const said = weekdays.map(
    (day) =>
      [...week[day]]
        .sort((one, other) => one.opens.localeCompare(other.opens))
        .map((span) => spokenSpan(span, labels))
        .join(', ') || open.global('opening', 'closed'),
  )
  if (said.every((hours) => hours === said[0])) {
    return [{ days: open.global('opening', 'every_day'), hours: said[0] ?? '' }]
  }
  const runs: { from: number; to: number; hours: string }[] = []
  said.forEach((hours, day) => {
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

/** The key of an area's name among the texts: `Beer Hall` gives `beer_hall`. */
export const areaKey = (area: VenueArea): string => area.toLowerCase().replaceAll(' ', '_')
