'use client'
import { type FormEvent, useId, useState } from 'react'
import { ConfirmDialog } from '../../../platform/admin/shell/ConfirmDialog.tsx'
import { moneyProblem } from '../../../platform/admin/shell/money.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { formatMoney } from '../../../platform/ui/money.ts'
import type { ToppedUpReply } from '../contract.ts'
import { maxReceiptLength, type Till, tillsBeside, topUpLimits } from '../rules.ts'
import { AmountField, centsOf } from './AmountField.tsx'
import { isDrawer, useDrawer } from './drawer-choice.ts'
import { tillTexts } from './texts.ts'
import { useConfirmedRequest } from './use-confirmed-request.ts'

type Props = {
  member: { id: number; name: string }
  currency: string
  /** The tills at which the staff member may take money. */
  tills: readonly Till[]
  /** Gets the credit after a top-up. */
  onBalance: (availableCents: number) => void
}

/** The form with which staff top up a member's credit with money that was paid at a till. */
export function TopUpForm({ member, currency, tills, onBalance }: Props) {
  const id = useId()
  const [amount, setAmount] = useState('')
  const [drawer, chooseDrawer] = useDrawer()
  const [chosen, setChosen] = useState<Till | null>(null)
  // The office’s drawer, or the one beside this tablet. Nothing is chosen on a new tablet.
  const till = chosen ?? (tills.includes('cash') ? 'cash' : drawer)
  // A tablet offers what stands beside it. The office, whose drawer is the venue’s own, has all.
  const [isAll, setAll] = useState(false)
  const shown = drawer && !isAll && !tills.includes('cash') ? tillsBeside(drawer, tills) : tills
  const choose = (each: Till) => {
    setChosen(each)
    if (isDrawer(each)) chooseDrawer(each)
  }
  const [receipt, setReceipt] = useState('')
  const [amountProblem, setAmountProblem] = useState<string | null>(null)
  const request = useConfirmedRequest<ToppedUpReply>('till/top-up', ({ available_cents }) => {
    setAmount('')
    setReceipt('')
    onBalance(available_cents)
    return `Topped up. ${member.name} has ${formatMoney(available_cents, currency)} now.`
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = moneyProblem(amount, topUpLimits)
    setAmountProblem(wrong)
    if (!wrong && till) request.askToConfirm()
  }
  return (
    <form className="lists-form" onSubmit={submit}>
      <AmountField label="Amount" value={amount} problem={amountProblem} onChange={setAmount} />
      <fieldset className="till-choice">
        <legend>Paid with</legend>
        {shown.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={`${id}-till`}
              required
              checked={till === each}
              onChange={() => choose(each)}
            />
            {tillTexts.tills[each]}
          </label>
        ))}
        {shown.length < tills.length ? (
          <Button kind="quiet" onClick={() => setAll(true)}>
            At another bar
          </Button>
        ) : null}
      </fieldset>
      <div className="lists-field">
        <label htmlFor={`${id}-receipt`}>Receipt number</label>
        <input
          id={`${id}-receipt`}
          value={receipt}
          required
          maxLength={maxReceiptLength}
          autoComplete="off"
          onChange={(event) => setReceipt(event.target.value)}
        />
      </div>
      <p>
        <Button type="submit" kind="strong">
          Top up …
        </Button>
      </p>
      {request.isConfirming && till ? (
        <ConfirmDialog
          title={`Top up ${formatMoney(centsOf(amount) ?? 0, currency)}`}
          confirmLabel="Top up"
          kind="strong"
          isBusy={request.isBusy}
          problem={request.problem}
          onConfirm={() => void request.send({ member: member.id, amount, till, receipt })}
          onClose={request.cancel}
        >
          <p>
            For {member.name}, paid with: {tillTexts.tills[till]}, receipt {receipt}. Take the money
            first.
          </p>
        </ConfirmDialog>
      ) : null}
    </form>
  )
}
