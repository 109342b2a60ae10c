import {
  addDays,
  type Weekday,
  weekdayOf,
  weekdays,
} from '../../cms/features/venue/hours/opening-hours.ts'
import { daysUntilServed, sortByNextServed } from '../../cms/features/venue/hours/served-days.ts'
import { formatDayAndMonth, type OpeningLabels } from '../../cms/features/venue/ui/opening-texts.ts'

type Labels = Pick<OpeningLabels, 'tomorrow' | 'days'> & { today: string; again: string }

/**
 * When a menu is served next, as seen on `date`: `On today`, `Back tomorrow`, `Back Sunday`, or `Back 13 December` if
 * the day is not within a week. Empty if the menu is not served in the next weeks.
 * @param closedDates the dates on which no menu is served, `YYYY-MM-DD`
 */
export function servedText(
  days: readonly Weekday[],
  date: string,
  labels: Labels,
  closedDates: readonly string[] = [],
): string {
  const wait = daysUntilServed(days, date, closedDates)
  if (wait === 0) return labels.today
  if (wait === null) return ''
  const next = addDays(date, wait)
  if (wait >= 7) return `${labels.again} ${formatDayAndMonth(next)}`
  return `${labels.again} ${wait === 1 ? labels.tomorrow : labels.days[weekdays.indexOf(weekdayOf(next))]}`
}

/**
 * Sorts and labels a page's menus for a date. Needed if the page was rendered on another day.
 * @param list contains the menus. Its `data-closed` has the dates on which none is served. Each menu has `data-days`,
 *   the days on which it is served, and `data-place`, its original position
 */
export function sortAndLabelMenus(list: HTMLElement, date: string, labels: OpeningLabels): void {
  const { today = '', again = '', closed = '' } = list.dataset
  const closedDates = closed.split(' ')
  const menus = [...list.querySelectorAll<HTMLElement>('[data-place]')].map((element) => ({
    element,
    place: Number(element.dataset.place),
    days: (element.dataset.days?.split(' ').filter(Boolean) ?? []) as Weekday[],
  }))
  const inPlace = menus.toSorted((one, other) => one.place - other.place)
  for (const { element, days } of sortByNextServed(inPlace, date, closedDates)) {
    list.append(element)
    const stamp = element.querySelector<HTMLElement>('[data-served]')
    if (!stamp) continue
    stamp.textContent = servedText(days, date, { ...labels, today, again }, closedDates)
    stamp.hidden = stamp.textContent === ''
    stamp.toggleAttribute('data-today', daysUntilServed(days, date, closedDates) === 0)
  }
}
