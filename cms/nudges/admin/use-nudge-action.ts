import { useRecordAction } from '../../admin/forms/use-record-action.ts'
import { call } from '../../admin/shell/call.ts'
import type { ActReply } from '../contract.ts'
import type { NudgeAction } from '../rules.ts'
import { $progress } from './store.ts'
import { useNudge } from './use-nudge.ts'

// Scheduling is sending with a time.
const paths: Record<NudgeAction, string> = { send: 'send', schedule: 'send', cancel: 'cancel' }

/** Applies actions to the version of the open nudge that the publisher sees. */
export function useNudgeAction(refreshProgress: () => Promise<void>) {
  const { id } = useNudge()
  return useRecordAction<NudgeAction, ActReply>({
    send: ({ action, seen, at }) =>
      call(`nudge-list/${id}/${paths[action]}`, { body: { seen, at } }),
    onActed: ({ message: _, ...progress }) => $progress.set(progress),
    refreshProgress,
    noun: 'nudge',
  })
}
