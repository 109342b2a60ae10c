import { addDays, type Weekday, weekdayOf, weekdays } from '../../cms/venue/opening-hours.ts'
import { daysUntilServed, servedFirst } from '../../cms/venue/served-days.ts'
import type { OpeningLabels } from './texts.ts'

type Labels = Pick<OpeningLabels, 'tomorrow' | 'days'> & { today: string; again: string }

/** When a menu is served: `On today`, `Back tomorrow`, `Back Sunday`. */
export function servedText(days: readonly Weekday[], date: string, labels: Labels): string {
  const wait = daysUntilServed(days, date)
  if (wait === 0) return labels.today
  const day = weekdays.indexOf(weekdayOf(addDays(date, wait)))
  return `${labels.again} ${wait === 1 ? labels.tomorrow : labels.days[day]}`
}

/**
 * Sorts and labels a page's menus for a date. Needed if the page was rendered on another day.
 * @param list contains the menus. `data-days`: when a menu is served; `data-place`: its original position
 */
export function showServed(list: HTMLElement, date: string, texts: OpeningLabels): void {
  const { today = '', again = '' } = list.dataset
  const menus = [...list.querySelectorAll<HTMLElement>('[data-place]')].map((element) => ({
    element,
    place: Number(element.dataset.place),
    days: (element.dataset.days?.split(' ').filter(Boolean) ?? []) as Weekday[],
  }))
  const inPlace = menus.toSorted((one, other) => one.place - other.place)
  for (const { element, days } of servedFirst(inPlace, date)) {
    list.append(element)
    const stamp = element.querySelector<HTMLElement>('[data-served]')
    if (!stamp) continue
    stamp.textContent = servedText(days, date, { ...texts, today, again })
    stamp.toggleAttribute('data-today', daysUntilServed(days, date) === 0)
  }
}
