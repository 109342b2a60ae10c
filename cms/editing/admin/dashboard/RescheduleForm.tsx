'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../../../admin/shell/call.ts'
import type { ScheduledEntry, ScheduleReply, ScheduleRequest } from '../../contract.ts'
import { call } from '../calls.ts'

/** Schedules the failed changes of a batch again, all for the same time. */
export function RescheduleForm({ batch }: { batch: ScheduledEntry[] }) {
  const router = useRouter()
  const [at, setAt] = useState('')
  const [busy, setBusy] = useState(false)
  const [first] = batch
  if (!first) return null
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const items = batch.map(({ page, section, content_key, revision }) => ({
      page,
      section,
      content_key,
      revision,
    }))
    const request: ScheduleRequest = { action: first.action, at, items }
    try {
      const { message } = await call<ScheduleReply>('schedule', request)
      toast.success(message)
      router.refresh()
    } catch (error) {
      toast.error(errorMessage(error))
    }
    setBusy(false)
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
      <button type="submit" disabled={busy}>
        Schedule again
      </button>
    </form>
  )
}
