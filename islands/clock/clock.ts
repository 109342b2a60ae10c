import { areaStatus, localMoment } from '../../cms/venue/opening-hours.ts'
import { writeText } from '../opening/refresh.ts'
import { nextToOpen, type OpeningData } from '../opening/texts.ts'

/** Updates the page's wall clock every second. */
export function runClock(): void {
  const tick = () => {
    for (const clock of document.querySelectorAll<HTMLElement>('[data-clock]')) show(clock)
    setTimeout(tick, 1000 - (Date.now() % 1000) + 5)
  }
  tick()
}

function show(clock: HTMLElement): void {
  const at = new Date()
  const data = document.querySelector('[data-opening]')?.textContent
  const { timeZone, labels, hours, names }: OpeningData = JSON.parse(data ?? '{}')
  const write = (part: string, text: string) =>
    writeText(clock.querySelector(`[data-part="${part}"]`), text)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(at)
  write('time', format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }))
  write('seconds', String(at.getUTCSeconds()).padStart(2, '0'))
  const date = format({ day: 'numeric', month: 'long', year: 'numeric' })
  write('day', `${format({ weekday: 'long' })} ${date}`)
  clock.querySelector('time')?.setAttribute('datetime', at.toISOString())
  const now = localMoment(at, timeZone)
  const statuses = hours.areas.map(({ area }) => areaStatus(hours, area, now))
  const next = nextToOpen(statuses, now, labels)
  write('next', next ? `${names[next.area]} ${next.detail}` : '')
}
