import { areaStatus, type Hours, localMoment } from '../../cms/venue/opening-hours.ts'
import type { VenueArea } from '../../cms/venue/rules.ts'
import { nextToOpen, type OpeningLabels } from '../opening/texts.ts'

type ClockData = {
  timeZone: string
  labels: OpeningLabels
  hours: Hours
  /** The areas' names as the page says them. */
  names: Record<string, string>
}

/** Keeps the wall clock of the page true, to the second, for as long as the page is shown. */
export function runClock(): void {
  const tick = () => {
    for (const clock of document.querySelectorAll<HTMLElement>('[data-clock]'))
      show(clock, new Date())
    setTimeout(tick, 1000 - (Date.now() % 1000) + 5)
  }
  tick()
}

function show(clock: HTMLElement, at: Date): void {
  const { timeZone, labels, hours, names }: ClockData = JSON.parse(clock.dataset.clock ?? '{}')
  const write = (part: string, text: string) => {
    const element = clock.querySelector(`[data-part="${part}"]`)
    if (element && element.textContent !== text) element.textContent = text
  }
  const say = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(at)
  const [time = '', seconds = ''] = [
    say({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    String(at.getUTCSeconds()).padStart(2, '0'),
  ]
  write('time', time)
  write('seconds', seconds)
  write('day', say({ weekday: 'long' }))
  write('date', say({ day: 'numeric', month: 'long', year: 'numeric' }))
  clock.querySelector('time')?.setAttribute('datetime', at.toISOString())
  const now = localMoment(at, timeZone)
  const statuses = hours.areas.map(({ area }) => areaStatus(hours, area as VenueArea, now))
  const next = nextToOpen(statuses, now, labels)
  write('next', next ? `${names[next.area]} ${next.detail}` : '')
}
