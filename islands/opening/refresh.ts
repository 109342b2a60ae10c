import { areaStatus, localMoment } from '../../cms/features/venue/hours/opening-hours.ts'
import {
  type OpeningData,
  openLine,
  opensNextText,
  statusTexts,
  unpackWeek,
} from '../../cms/features/venue/ui/opening-texts.ts'
import { writeText } from '../lib/write-text.ts'
import { sortAndLabelMenus } from './served.ts'

/**
 * Updates the page's texts on opening hours to the current time at the venue: each area's state, the line
 * that lists the open areas, and the area that opens next. Also updates the menus if the page was rendered
 * on another day.
 */
export function refreshOpening(at = new Date()): void {
  const json = document.querySelector('[data-opening]')?.textContent
  if (!json) return
  const data: OpeningData = JSON.parse(json)
  const now = localMoment(at, data.timeZone)
  const areas = data.hours.areas.map(({ area, week }) => ({ area, week: unpackWeek(week) }))
  const hours = { areas, exceptions: data.hours.exceptions }
  const statuses = areas.map(({ area }) => areaStatus(hours, area, now))
  for (const element of document.querySelectorAll<HTMLElement>('[data-area]')) {
    const status = statuses.find(({ area }) => area === element.dataset.area)
    if (!status) continue
    const { isOpen, state, detail } = statusTexts(status, now, data.labels)
    element.toggleAttribute('data-open', isOpen)
    writeText(element.querySelector('[data-state]'), state)
    writeText(element.querySelector('[data-until]'), detail)
  }
  writeText(document.querySelector('[data-open-line]'), openLine(statuses, now, data))
  writeText(document.querySelector('[data-opens-next]'), opensNextText(statuses, now, data))
  const menus = document.querySelector<HTMLElement>('[data-menus-of]')
  if (!menus || menus.dataset.menusOf === now.date) return
  menus.dataset.menusOf = now.date
  sortAndLabelMenus(menus, now.date, data.labels)
}
