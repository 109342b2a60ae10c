'use client'
import { useEffect } from 'react'
import type { AudienceReply } from '../contract.ts'
import { $readers } from './store.ts'
import { useAsked } from './use-asked.ts'
import { useAudience, useLetter } from './use-letter.ts'
import { audienceSaid } from './words.ts'

/** Below the choice of readers: how many they are, as it is being chosen. */
export function AudienceCount() {
  const { state } = useLetter()
  const audience = useAudience()
  const { reply, fault, busy, askAgain } = useAsked<AudienceReply>(
    'letter/audience',
    state === 'draft' ? audience : null,
  )
  useEffect(() => {
    $readers.set(fault ? null : reply)
  }, [reply, fault])
  return (
    <div className="letter-readers" aria-busy={busy}>
      <p role="status">{fault ? '' : reply ? audienceSaid(reply) : 'Counting …'}</p>
      {fault ? (
        <p className="admin-warning" role="alert">
          {fault}{' '}
          <button type="button" onClick={askAgain}>
            Count again
          </button>
        </p>
      ) : null}
    </div>
  )
}
