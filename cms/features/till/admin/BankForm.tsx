'use client'
import { type FormEvent, useId, useState } from 'react'
import { ConfirmDialog } from '../../../platform/admin/shell/ConfirmDialog.tsx'
import { moneyProblem } from '../../../platform/admin/shell/money.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { formatMoney } from '../../../platform/ui/money.ts'
import type { BankReply } from '../contract.ts'
import { bankLimits, maxReceiptLength, type Till } from '../rules.ts'
import { AmountField, centsOf } from './AmountField.tsx'
import { isTerminal, tillTexts } from './texts.ts'
import { useConfirmedRequest } from './use-confirmed-request.ts'

type Props = { till: Till; heldCents: number; currency: string }

/** The form with which staff book what they took from a drawer to the bank, or what a terminal paid out. */
export function BankForm({ till, heldCents, currency }: Props) {
  const id = useId()
  const [amount, setAmount] = useState('')
  const [slip, setSlip] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const money = (cents: number) => formatMoney(cents, currency)
  const request = useConfirmedRequest<BankReply>('till/bank', ({ left_cents }) => {
    setAmount('')
    setSlip('')
    return `Booked. ${tillTexts.tills[till]}: ${money(left_cents)} left.`
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isTooMuch = (centsOf(amount) ?? 0) > heldCents
    const wrong =
      moneyProblem(amount, bankLimits) ?? (isTooMuch ? `There is ${money(heldCents)}.` : null)
    setProblem(wrong)
    if (!wrong) request.askToConfirm()
  }
  return (
    <details className="till-bank">
      <summary>{isTerminal(till) ? 'Paid out to the bank' : 'Taken to the bank'}</summary>
      <form className="lists-form" onSubmit={submit}>
        <AmountField
          label="Amount"
          value={amount}
          hint={`By the books there is ${money(heldCents)}.`}
          problem={problem}
          onChange={setAmount}
        />
        <div className="lists-field">
          <label htmlFor={`${id}-slip`}>
            Number of the {isTerminal(till) ? 'statement' : 'slip'}
          </label>
          <input
            id={`${id}-slip`}
            value={slip}
            required
            maxLength={maxReceiptLength}
            autoComplete="off"
            onChange={(event) => setSlip(event.target.value)}
          />
        </div>
        <p>
          <Button type="submit">Book it …</Button>
        </p>
        {request.isConfirming ? (
          <ConfirmDialog
            title={`${money(centsOf(amount) ?? 0)} to the bank`}
            confirmLabel="Book it"
            kind="strong"
            isBusy={request.isBusy}
            problem={request.problem}
            onConfirm={() => void request.send({ till, amount, slip })}
            onClose={request.cancel}
          >
            <p>
              From: {tillTexts.tills[till]}, number {slip}. It can’t be changed afterwards.
            </p>
          </ConfirmDialog>
        ) : null}
      </form>
    </details>
  )
}
