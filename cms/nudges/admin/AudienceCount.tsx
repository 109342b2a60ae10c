'use client'
import { useEffect } from 'react'
import { LiveCount } from '../../admin/shell/LiveCount.tsx'
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
  const text = request ? count : nudgeProblems.interests
  return <LiveCount {...{ text, problem, isBusy, retry }} className="nudge-count" />
}
