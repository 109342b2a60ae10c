import { areaStatus, type Hours, localMoment } from '../../cms/venue/opening-hours.ts'
import type { VenueArea } from '../../cms/venue/rules.ts'
import { type OpeningLabels, statusWords } from './texts.ts'

type OpeningData = { timeZone: string; labels: OpeningLabels; hours: Hours }

const write = (element: Element | null, text: string) => {
  if (element && element.textContent !== text) element.textContent = text
}

/** Says again what is open, in every `[data-opening]` of the page, by the venue's clock. */
export function refreshOpening(at = new Date()): void {
  for (const root of document.querySelectorAll<HTMLElement>('[data-opening]')) {
    const { timeZone, labels, hours }: OpeningData = JSON.parse(root.dataset.opening ?? '{}')
    const now = localMoment(at, timeZone)
    const areas = root.dataset.area ? [root] : root.querySelectorAll<HTMLElement>('[data-area]')
    for (const element of areas) {
      const status = areaStatus(hours, element.dataset.area as VenueArea, now)
      const { isOpen, state, detail } = statusWords(status, now, labels)
      element.toggleAttribute('data-open', isOpen)
      write(element.querySelector('[data-state]'), state)
      write(element.querySelector('[data-until]'), detail)
    }
  }
}

/** Keeps it true: at every full minute, and when the page comes back into view or is exchanged. */
export function keepOpening(): void {
  const tick = () => {
    refreshOpening()
    setTimeout(tick, 60_000 - (Date.now() % 60_000) + 50)
  }
  tick()
  const again = () => document.hidden || refreshOpening()
  document.addEventListener('visibilitychange', again)
  document.addEventListener('astro:page-load', again)
}
