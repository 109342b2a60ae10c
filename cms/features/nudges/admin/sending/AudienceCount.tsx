'use client'
import { useEffect } from 'react'
import { useLiveReply } from '../../../../platform/admin/calls/use-live-reply.ts'
import { LiveCount } from '../../../../platform/admin/shell/LiveCount.tsx'
import type { CountReply } from '../../contract.ts'
import { findMissingField } from '../../rules.ts'
import { $count } from '../store.ts'
import { useAudience, useCountRequest, useFields, useNudge } from '../use-nudge.ts'
import { describeAudience, describeCount } from './audience-texts.ts'

/** Shows below the audience how many people and devices would get the nudge now. */
export function AudienceCount() {
  const { state, canPublish } = useNudge()
  const audience = useAudience()
  const fields = useFields()
  const request = useCountRequest()
  const isCounted = state === 'draft' && canPublish
  const { reply, problem, isBusy, retry } = useLiveReply<CountReply>(
    'nudge-list/count',
    isCounted ? request : null,
  )
  const current = isCounted && request && !problem ? reply : null
  useEffect(() => $count.set(current), [current])
  if (!isCounted) return null
  const count = reply ? describeCount(reply, audience.audience) : 'Counting …'
  const missing = findMissingField(audience)
  const who = !missing && audience.audience === 'chosen' ? describeAudience(fields, null) : null
  return (
    <>
      {who ? <p className="nudge-who">{who}.</p> : null}
      <LiveCount
        {...{ text: missing?.message ?? count, problem, isBusy, retry }}
        className="nudge-count"
      />
    </>
  )
}
