'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../../../../platform/admin/calls/use-action.ts'
import type { ScheduledEntry, ScheduleReply, ScheduleRequest } from '../../contract.ts'
import { call, toKeyWithRevision } from '../calls.ts'

/** A form that schedules all failed changes of a batch again, at the same new time. */
export function RescheduleForm({ batch }: { batch: ScheduledEntry[] }) {
  const router = useRouter()
  const [at, setAt] = useState('')
  const { isBusy, run } = useAction()
  const [first] = batch
  if (!first) return null
  const send = (event: FormEvent) => {
    event.preventDefault()
    const items = batch.map(toKeyWithRevision)
    const instead = first.instead ?? 'delivered'
    const request: ScheduleRequest = { action: first.action, instead, at, items }
    void run(async () => {
      const { message } = await call<ScheduleReply>('schedule', request)
      toast.success(message)
      router.refresh()
    })
  }
  return (
    <form className="today__again" onSubmit={send}>
      <label>
        Another time, on the venue’s clock{' '}
        <input
          type="datetime-local"
          required
          value={at}
          onChange={(event) => setAt(event.target.value)}
        />
      </label>{' '}
      <button type="submit" disabled={isBusy}>
        Schedule again
      </button>
    </form>
  )
}
