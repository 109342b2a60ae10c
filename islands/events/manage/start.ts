import { callApi } from '../../lib/api.ts'
import { startCheckIn } from './check-in.ts'
import { attachMailPreview } from './message.ts'
import { startPolling } from './polling.ts'
import { startSearch } from './search.ts'
import { attachStartMover } from './times.ts'

/** Makes a call with the token of this page's link. */
export type OrganiserCall = <Reply>(action: string, body?: object) => Promise<Reply>

/** Starts the scripts of the organiser's page. Without them, everything works with page reloads. */
export function startManagePage(): void {
  const root = document.querySelector<HTMLElement>('[data-manage]')
  const { manage: path = '', date = '' } = root?.dataset ?? {}
  if (!root || !date) return
  const call: OrganiserCall = (action, body) =>
    callApi(`/api${path}/${action}`, body ? { body } : { timeoutMs: 8_000 })
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
