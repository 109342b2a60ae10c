import type { Hours } from '../../cms/venue/opening-hours.ts'
import { addDays, type Weekday, weekdayOf, weekdays } from '../../cms/venue/opening-hours.ts'
import type { VenueArea } from '../../cms/venue/rules.ts'
import { closedDatesOf, daysUntilServed, sortByNextServed } from '../../cms/venue/served-days.ts'
import type { OpeningLabels } from './texts.ts'

type Labels = Pick<OpeningLabels, 'tomorrow' | 'days'> & { today: string; again: string }

/**
 * When a menu is served next, as seen on `date`: `On today`, `Back tomorrow`, `Back Sunday`.
 * @param closedDates on which no menu is served, `YYYY-MM-DD`
 */
export function servedText(
  days: readonly Weekday[],
  date: string,
  labels: Labels,
  closedDates: readonly string[] = [],
): string {
  const wait = daysUntilServed(days, date, closedDates)
  if (wait === 0) return labels.today
  const day = weekdays.indexOf(weekdayOf(addDays(date, wait)))
  return `${labels.again} ${wait === 1 ? labels.tomorrow : labels.days[day]}`
}

/**
 * Sorts and labels a page's menus for a date. Needed if the page was rendered on another day.
 * @param list contains the menus, and `data-served-in` is their area. `data-days`: when a menu is served; `data-place`:
 *   its original position
 */
export function showServed(
  list: HTMLElement,
  date: string,
  { labels, hours }: { labels: OpeningLabels; hours: Hours },
): void {
  const { today = '', again = '', servedIn } = list.dataset
  const closedDates = closedDatesOf(hours, servedIn as VenueArea)
  const menus = [...list.querySelectorAll<HTMLElement>('[data-place]')].map((element) => ({
    element,
    place: Number(element.dataset.place),
    days: (element.dataset.days?.split(' ').filter(Boolean) ?? []) as Weekday[],
  }))
  const inPlace = menus.toSorted((one, other) => one.place - other.place)
  for (const { element, days } of sortByNextServed(inPlace, date)) {
    list.append(element)
    const stamp = element.querySelector<HTMLElement>('[data-served]')
    if (!stamp) continue
    stamp.textContent = servedText(days, date, { ...labels, today, again }, closedDates)
    stamp.toggleAttribute('data-today', daysUntilServed(days, date, closedDates) === 0)
  }
}
