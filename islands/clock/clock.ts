import type { OpeningData } from '../../cms/features/venue/ui/opening-texts.ts'
import { writeText } from '../lib/write-text.ts'

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
  const { timeZone }: OpeningData = JSON.parse(data ?? '{}')
  const write = (part: string, text: string) =>
    writeText(clock.querySelector(`[data-part="${part}"]`), text)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(at)
  write('time', format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }))
  write('seconds', String(at.getUTCSeconds()).padStart(2, '0'))
  const date = format({ day: 'numeric', month: 'long', year: 'numeric' })
  write('day', `${format({ weekday: 'long' })} ${date}`)
  clock.querySelector('time')?.setAttribute('datetime', at.toISOString())
}
