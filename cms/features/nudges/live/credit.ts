import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { serverSentEvent } from '../../../platform/live/events.ts'
import { type LiveWindow, perWindow } from '../../../platform/live/windows.ts'
import { creditStatesOf } from '../../ledger/service.ts'

/** The state of the viewer's credit that a window knows; null before the first one. */
const shownCredit = perWindow<{ state: string | null }>(() => ({ state: null }))

/**
 * Tells the windows of members whose credit has changed, and each new window how it is. The event has no amount: it says
 * which state the credit is in, and a page that shows another state reads itself again.
 */
export async function showCredit(payload: Payload, windows: readonly LiveWindow[]): Promise<void> {
  const byMember = Map.groupBy(
    windows.filter(({ member }) => member !== null),
    ({ member }) => Number(member),
  )
  if (!byMember.size) return
  for (const { member, state } of await creditStatesOf(databaseOf(payload), [...byMember.keys()])) {
    for (const window of byMember.get(member) ?? []) {
      const shown = shownCredit(window)
      if (shown.state === state) continue
      shown.state = state
      window.write(serverSentEvent('credit', { state }))
    }
  }
}
