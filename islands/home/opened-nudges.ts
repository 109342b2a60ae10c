import { callApi } from '../../cms/platform/ui/api.ts'

let isStarted = false

/** Tells the server which nudges the member opened from a tile, so that they are read. Works after navigations too. */
export function reportOpenedNudges(): void {
  if (isStarted) return
  isStarted = true
  for (const type of ['click', 'auxclick'] as const) document.addEventListener(type, reportOpened)
}

function reportOpened({ target, button }: MouseEvent): void {
  // The second button opens a menu.
  if (button === 2) return
  const link = target instanceof Element && target.closest<HTMLElement>('a[data-nudge]')
  if (!link) return
  const body = { nudge: Number(link.dataset.nudge) }
  // A report that is lost leaves the nudge unread.
  callApi('/api/member-home/nudge-opened', { body, keepalive: true }).catch(() => {})
}
