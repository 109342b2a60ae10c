import type { GuestsReply } from '../../../cms/features/events/manage/contract.ts'
import { ApiError } from '../../../cms/platform/ui/api.ts'
import { pollWhileVisible } from '../../../cms/platform/ui/poll-while-visible.ts'
import { type CheckIns, showInside } from './check-in.ts'
import { showCount } from './counts.ts'
import type { OrganiserCall } from './organiser-call.ts'

type Options = { call: OrganiserCall; date: string; checkIns: CheckIns }

const intervalMs = 10_000
const listedStatuses = ['held', 'going', 'attended', 'no_show']

/**
 * Keeps the numbers and rows current, because several people may check guests in.
 * @returns a function that polls at once
 */
export function startPolling(root: HTMLElement, { call, date, checkIns }: Options): () => void {
  const offline = root.querySelector<HTMLElement>('[data-offline]')
  const changed = root.querySelector<HTMLElement>('[data-changed]')
  // With a search query, the page shows only some of the guests.
  const isWhole = changed !== null && !new URLSearchParams(location.search).get('q')

  const showRows = ({ guests }: GuestsReply) => {
    const onList = guests.filter(({ status }) => listedStatuses.includes(status))
    let shown = 0
    for (const { id, party, inside } of onList) {
      const row = root.querySelector<HTMLElement>(`[data-guest="${id}"]`)
      if (row?.dataset.party !== String(party)) continue
      shown++
      if (!checkIns.isPending(String(id))) showInside(row, inside)
    }
    const rows = root.querySelectorAll('[data-guest]').length
    if (isWhole) changed.hidden = shown === onList.length && shown === rows
  }

  const poll = async () => {
    try {
      const reply = await call<GuestsReply>(`guests?date=${date}`)
      const { counts, capacity } = reply
      for (const name of ['inside', 'going', 'waiting', 'offered'] as const) {
        showCount(name, counts[name])
      }
      showCount('queue', counts.waiting + counts.offered)
      if (capacity !== null) {
        showCount('left', capacity - counts.going - counts.held - counts.offered)
      }
      if (offline) offline.textContent = ''
      showRows(reply)
      checkIns.retry()
    } catch (error) {
      // The link was revoked or has expired. The reloaded page says so.
      if (error instanceof ApiError && error.code === 'link_gone') location.reload()
      else if (offline) offline.textContent = offline.dataset.offline ?? ''
    }
  }
  pollWhileVisible(() => void poll(), intervalMs)
  return () => void poll()
}
