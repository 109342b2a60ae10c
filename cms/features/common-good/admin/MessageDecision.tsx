'use client'
import { useRouter } from 'next/navigation'
import { callApi } from '../../../platform/admin/calls/call.ts'
import { useAction } from '../../../platform/admin/calls/use-action.ts'
import { Button } from '../../../platform/ui/Button.tsx'

type Props = { message: number; state: 'pending' | 'shown' | 'hidden' | 'reported' }

/** Buttons with which staff show a message to everybody, or hide it. */
export function MessageDecision({ message, state: current }: Props) {
  const router = useRouter()
  const { isBusy, run } = useAction()
  const decide = (state: 'shown' | 'hidden') =>
    run(async () => {
      await callApi('common-good/message/decide', { body: { message, state } })
      router.refresh()
    })
  return (
    <div className="payout-ways">
      {current === 'shown' ? null : (
        <Button kind="strong" unavailable={isBusy} onClick={() => void decide('shown')}>
          {current === 'reported' ? 'Keep' : 'Show'}
          <span className="sr"> message {message}</span>
        </Button>
      )}
      {current === 'hidden' ? null : (
        <Button unavailable={isBusy} onClick={() => void decide('hidden')}>
          Hide<span className="sr"> message {message}</span>
        </Button>
      )}
    </div>
  )
}
