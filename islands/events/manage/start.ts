import { startCheckIn } from './check-in.ts'
import { attachMailPreview } from './message.ts'
import { organiserCall } from './organiser-call.ts'
import { startPolling } from './polling.ts'
import { startSearch } from './search.ts'
import { attachStartMover } from './times.ts'

/** Starts the scripts of the organiser's page. Without them, everything works with page reloads. */
export function startManagePage(): void {
  const root = document.querySelector<HTMLElement>('[data-manage]')
  const { manage: path = '', date = '' } = root?.dataset ?? {}
  if (!root || !date) return
  const call = organiserCall(path)
  // This call records a use of the link. Only opening the page does not count, because mail scanners open links.
  void call('seen', {}).catch(() => {})
  root
    .querySelector<HTMLFormElement>('[data-dates]')
    ?.addEventListener('change', ({ currentTarget }) =>
      (currentTarget as HTMLFormElement).requestSubmit(),
    )
  startSearch(root)
  attachStartMover(root)
  attachMailPreview(root, call)
  const checkIns = startCheckIn(root, { call, date: Number(date), onSaved: () => poll() })
  const poll = startPolling(root, { call, date, checkIns })
}
