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
  const { reply, fault, busy, retry } = useLiveReply<AudienceReply>(
    'letter/audience',
    state === 'draft' ? audience : null,
  )
  useEffect(() => {
    $readers.set(fault ? null : reply)
  }, [reply, fault])
  return (
    <div className="letter-readers" aria-busy={busy}>
      <p role="status">{fault ? '' : reply ? describeAudience(reply) : 'Counting …'}</p>
      {fault ? (
        <p className="admin-warning" role="alert">
          {fault}{' '}
          <button type="button" onClick={retry}>
            Count again
          </button>
        </p>
      ) : null}
    </div>
  )
}
