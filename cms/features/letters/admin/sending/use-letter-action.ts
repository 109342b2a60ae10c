import { callApi } from '../../../../platform/admin/calls/call.ts'
import { useRecordAction } from '../../../../platform/admin/forms/use-record-action.ts'
import type { ActReply } from '../../contract.ts'
import type { LetterAction } from '../../rules.ts'
import { $progress } from '../store.ts'
import { useLetter } from '../use-letter.ts'

/**
 * Runs the actions of the open letter. Each request names the version on the publisher's screen. If the letter has
 * changed since, the server refuses the request as a conflict.
 */
export function useLetterAction(refreshProgress: () => Promise<void>) {
  const { id } = useLetter()
  return useRecordAction<LetterAction, ActReply>({
    send: (request) => callApi('letter/act', { body: { id, ...request } }),
    onActed: ({ message: _, ...progress }) => $progress.set(progress),
    refreshProgress,
    noun: 'letter',
  })
}
