'use client'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { Button } from '../../../platform/ui/Button.tsx'

/** Marks a failed refund as looked after. */
export function CloseRefundButton({ refund, amount }: { refund: number; amount: string }) {
  const { isBusy, call } = useCall({ toasts: true })
  return (
    <Button
      unavailable={isBusy}
      onClick={() => void call('payments/refunds/close', { refund }, { done: 'Noted.' })}
    >
      Paid back in another way<span className="sr">: {amount}</span>
    </Button>
  )
}
