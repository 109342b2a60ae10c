'use client'
import { useEffect } from 'react'
import { useLiveReply } from '../../admin/shell/use-live-reply.ts'
import type { AudienceReply } from '../contract.ts'
import { $readers } from './store.ts'
import { describeAudience } from './texts.ts'
import { useAudience, useLetter } from './use-letter.ts'

export function AudienceCount() {
  const { state } = useLetter()
  const audience = useAudience()
  const { reply, problem, isBusy, retry } = useLiveReply<AudienceReply>(
    'letter/audience',
    state === 'draft' ? audience : null,
  )
  useEffect(() => {
    $readers.set(problem ? null : reply)
  }, [reply, problem])
  return (
    <div className="letter-readers" aria-busy={isBusy}>
      <p role="status">{problem ? '' : reply ? describeAudience(reply) : 'Counting …'}</p>
      {problem ? (
        <p className="admin-warning" role="alert">
          {problem}{' '}
          <button type="button" onClick={retry}>
            Count again
          </button>
        </p>
      ) : null}
    </div>
  )
}
