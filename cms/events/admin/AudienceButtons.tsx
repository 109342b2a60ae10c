'use client'
import { useAuth } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { Button } from '../../../islands/ui/Button.tsx'
import { call } from '../../admin/shell/call.ts'
import { useAction } from '../../admin/shell/use-action.ts'
import type { DraftReply } from '../audience/contract.ts'

/**
 * Opens a draft about a date, for those who have its interests and have not responded. Only publishers see the buttons.
 */
export function AudienceButtons({ date }: { date: number }) {
  const { user } = useAuth()
  const router = useRouter()
  const { isBusy, run } = useAction()
  if (user?.role !== 'publisher' && user?.role !== 'admin') return null
  const write = (channel: 'letter' | 'nudge') =>
    run(async () => {
      const { path } = await call<DraftReply>(`event-dates/${date}/${channel}`, { body: {} })
      router.push(path)
    })
  return (
    <div className="event-audience">
      <Button unavailable={isBusy} onClick={() => write('letter')}>
        Write a letter about it
      </Button>
      <Button unavailable={isBusy} onClick={() => write('nudge')}>
        Send a nudge about it
      </Button>
    </div>
  )
}
