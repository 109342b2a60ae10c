import { areaStatus, type Hours, localMoment } from '../../cms/venue/opening-hours.ts'
import type { VenueArea } from '../../cms/venue/rules.ts'
import { type OpeningLabels, statusTexts } from './texts.ts'

type OpeningData = { timeZone: string; labels: OpeningLabels; hours: Hours }

/** Changes an element's text only where it differs: a live region announces every change. */
export function writeText(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text
}

/** Updates the opening state in every `[data-opening]`, by the venue's clock. */
export function refreshOpening(at = new Date()): void {
  for (const root of document.querySelectorAll<HTMLElement>('[data-opening]')) {
    const { timeZone, labels, hours }: OpeningData = JSON.parse(root.dataset.opening ?? '{}')
    const now = localMoment(at, timeZone)
    const areas = root.dataset.area ? [root] : root.querySelectorAll<HTMLElement>('[data-area]')
    for (const element of areas) {
      const status = areaStatus(hours, element.dataset.area as VenueArea, now)
      const { isOpen, state, detail } = statusTexts(status, now, labels)
      element.toggleAttribute('data-open', isOpen)
      writeText(element.querySelector('[data-state]'), state)
      writeText(element.querySelector('[data-until]'), detail)
    }
  }
}

/** Updates it every full minute, when the page becomes visible and after each navigation. */
export function keepOpening(): void {
  const tick = () => {
    refreshOpening()
    setTimeout(tick, 60_000 - (Date.now() % 60_000) + 50)
  }
  tick()
  const refresh = () => document.hidden || refreshOpening()
  document.addEventListener('visibilitychange', refresh)
  document.addEventListener('astro:page-load', refresh)
}
