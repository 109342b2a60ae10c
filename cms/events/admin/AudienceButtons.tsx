'use client'
import { useRouter } from 'next/navigation'
import { Button } from '../../../islands/ui/Button.tsx'
import { callApi } from '../../admin/shell/call.ts'
import { useAction } from '../../admin/shell/use-action.ts'
import type { DraftReply } from '../audience/contract.ts'

/**
 * Buttons with which publishers open the draft of a letter or of a nudge about a date. The draft is for people who have
 * the date's interests and have not reserved for it.
 */
export function AudienceButtons({ date }: { date: number }) {
  const router = useRouter()
  const { isBusy, run } = useAction()
  const write = (channel: 'letter' | 'nudge') =>
    run(async () => {
      const { path } = await callApi<DraftReply>(`event-dates/${date}/${channel}`, { body: {} })
      router.push(path)
    })
  return (
    <div className="event-calendar__ways">
      <Button unavailable={isBusy} onClick={() => write('letter')}>
        Write a letter about it
      </Button>
      <Button unavailable={isBusy} onClick={() => write('nudge')}>
        Send a nudge about it
      </Button>
    </div>
  )
}
