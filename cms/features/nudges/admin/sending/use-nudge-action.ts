import { callApi } from '../../../../platform/admin/calls/call.ts'
import { useRecordAction } from '../../../../platform/admin/forms/use-record-action.ts'
import type { ActReply } from '../../contract.ts'
import type { NudgeAction } from '../../rules.ts'
import { $progress } from '../store.ts'
import { useNudge } from '../use-nudge.ts'

/** `send_in_slots` sends a nudge to each person in a time slot that they prefer. */
type PanelAction = NudgeAction | 'send_in_slots'

// If the request has a time, the call `send` schedules the nudge.
const paths: Record<PanelAction, string> = {
  send: 'send',
  send_in_slots: 'send',
  schedule: 'send',
  cancel: 'cancel',
}

/** Runs an action on the open nudge. `seen` names the version on the screen; the server refuses an outdated one. */
export function useNudgeAction(refreshProgress: () => Promise<void>) {
  const { id } = useNudge()
  return useRecordAction<PanelAction, ActReply>({
    send: ({ action, seen, at }) =>
      callApi(`nudge-list/${id}/${paths[action]}`, {
        body: { seen, at, in_slot: action === 'send_in_slots' },
      }),
    onActed: ({ message: _, ...progress }) => $progress.set(progress),
    refreshProgress,
    noun: 'nudge',
  })
}
