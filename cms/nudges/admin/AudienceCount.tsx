'use client'
import { useEffect } from 'react'
import { useLiveReply } from '../../admin/shell/use-live-reply.ts'
import type { CountReply } from '../contract.ts'
import { nudgeProblems } from '../rules.ts'
import { $count } from './store.ts'
import { describeCount } from './texts.ts'
import { useCountRequest, useFields, useNudge } from './use-nudge.ts'

/** Below the audience: who would get the nudge now. */
export function AudienceCount() {
  const { state, canPublish } = useNudge()
  const { audience } = useFields()
  const request = useCountRequest()
  const isCounted = state === 'draft' && canPublish
  const { reply, problem, isBusy, retry } = useLiveReply<CountReply>(
    'nudge-list/count',
    isCounted ? request : null,
  )
  const current = isCounted && request && !problem ? reply : null
  useEffect(() => $count.set(current), [current])
  if (!isCounted) return null
  const count = reply ? describeCount(reply, audience) : 'Counting …'
  return (
    <div className="nudge-count" aria-busy={isBusy}>
      <p role="status">{request ? (problem ? '' : count) : nudgeProblems.interests}</p>
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
