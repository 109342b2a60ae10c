import { useRecordAction } from '../../admin/forms/use-record-action.ts'
import { call } from '../../admin/shell/call.ts'
import type { ActReply } from '../contract.ts'
import type { LetterAction } from '../rules.ts'
import { $progress } from './store.ts'
import { useLetter } from './use-letter.ts'

/** Applies actions to the version of the open letter that the publisher sees. */
export function useLetterAction(refreshProgress: () => Promise<void>) {
  const { id } = useLetter()
  return useRecordAction<LetterAction, ActReply>({
    send: (request) => call('letter/act', { body: { id, ...request } }),
    onActed: ({ message: _, ...progress }) => $progress.set(progress),
    refreshProgress,
    noun: 'letter',
  })
}
