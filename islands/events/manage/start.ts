import { callApi } from '../../lib/api.ts'
import { startCheckIn } from './check-in.ts'
import { attachMailPreview } from './message.ts'
import { startPolling } from './polling.ts'
import { startSearch } from './search.ts'

/** Makes a call of the link whose page this is. */
export type OrganiserCall = <Reply>(action: string, body?: object) => Promise<Reply>

/** Starts what the organiser's page does in the browser. Everything works without it, with reloads. */
export function startManagePage(): void {
  const root = document.querySelector<HTMLElement>('[data-manage]')
  const { manage: path = '', date = '' } = root?.dataset ?? {}
  if (!root || !date) return
  const call: OrganiserCall = (action, body) =>
    callApi(`/api${path}/${action}`, body ? { body } : { timeoutMs: 8_000 })
  // Opening the page alone does not count as a use, because mail scanners open links.
  void call('seen', {}).catch(() => {})
  root
    .querySelector<HTMLFormElement>('[data-dates]')
    ?.addEventListener('change', ({ currentTarget }) =>
      (currentTarget as HTMLFormElement).requestSubmit(),
    )
  startSearch(root)
  attachMailPreview(root, call)
  const checkIns = startCheckIn(root, { call, date: Number(date), onSaved: () => poll() })
  const poll = startPolling(root, { call, date, checkIns })
}
