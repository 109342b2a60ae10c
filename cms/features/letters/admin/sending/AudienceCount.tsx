'use client'
import { useEffect } from 'react'
import { useLiveReply } from '../../../../platform/admin/calls/use-live-reply.ts'
import { LiveCount } from '../../../../platform/admin/shell/LiveCount.tsx'
import type { AudienceReply } from '../../contract.ts'
import { $readers } from '../store.ts'
import { describeAudience } from '../texts.ts'
import { useAudience, useLetter } from '../use-letter.ts'

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
  const text = reply ? describeAudience(reply) : 'Counting …'
  return <LiveCount {...{ text, problem, isBusy, retry }} className="letter-readers" />
}
