'use client'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import type { DraftReply } from '../audience/contract.ts'

/**
 * Buttons with which publishers open the draft of a letter or of a nudge about a date. The draft is for people who have
 * the date's interests and have not reserved for it.
 */
export function AudienceButtons({ date }: { date: number }) {
  const { isBusy, call } = useCall({ toasts: true })
  const write = (channel: 'letter' | 'nudge') =>
    call<DraftReply>(`event-dates/${date}/${channel}`, {}, { next: ({ path }) => path })
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
