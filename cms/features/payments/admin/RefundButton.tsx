'use client'
import { useId, useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { ConfirmDialog } from '../../../platform/admin/shell/ConfirmDialog.tsx'
import { formatAmount, moneyProblem } from '../../../platform/admin/shell/money.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { formatMoney } from '../../../platform/ui/money.ts'
import { randomId } from '../../../platform/ui/random-id.ts'
import type { RefundReply } from '../contract.ts'
import { maxReasonLength } from '../rules.ts'

type Props = { payment: number; what: string; currency: string; leftCents: number }

/** Opens the dialog with which staff pay back a card payment, or a part of it. */
export function RefundButton(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        Pay back …<span className="sr"> No. {props.payment}</span>
      </Button>
      {isOpen ? <RefundDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function RefundDialog({
  payment,
  what,
  currency,
  leftCents,
  onClose,
}: Props & { onClose: () => void }) {
  // A repeated request, for example after a double click, sends the same key.
  const [key] = useState(randomId)
  const [amount, setAmount] = useState(formatAmount(leftCents))
  const [reason, setReason] = useState('')
  const { isBusy, problem, setProblem, call } = useCall()
  const id = useId()
  const send = async () => {
    const wrong = moneyProblem(amount, { min: 1, max: leftCents, required: true })
    if (wrong) return setProblem(wrong)
    const body = { key, payment, amount, reason }
    const done = 'It is on its way. The list shows when it has arrived.'
    if (await call<RefundReply>('payments/refund', body, { done })) onClose()
  }
  return (
    <ConfirmDialog
      title={`Pay back no. ${payment}`}
      confirmLabel="Pay back"
      kind="danger"
      isBusy={isBusy}
      isReady={reason.trim() !== ''}
      problem={problem}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <p>
        {what}. {formatMoney(leftCents, currency)} can be paid back, to the card that paid. This
        can’t be undone.
      </p>
      <div className="lists-field">
        <label htmlFor={`${id}-amount`}>Amount</label>
        <input
          id={`${id}-amount`}
          value={amount}
          inputMode="decimal"
          required
          autoComplete="off"
          onChange={(event) => setAmount(event.target.value)}
        />
      </div>
      <div className="lists-field">
        <label htmlFor={`${id}-reason`}>Reason, for staff</label>
        <input
          id={`${id}-reason`}
          value={reason}
          required
          maxLength={maxReasonLength}
          autoComplete="off"
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </ConfirmDialog>
  )
}
