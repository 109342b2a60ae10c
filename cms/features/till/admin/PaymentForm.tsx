'use client'
import { type FormEvent, useId, useState } from 'react'
import { moneyProblem } from '../../../platform/admin/shell/money.ts'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { formatMoney } from '../../../platform/ui/money.ts'
import { areaName } from '../../venue/names.ts'
import { venueAreas } from '../../venue/rules.ts'
import type { PaidReply } from '../contract.ts'
import { maxReceiptLength, paymentLimits } from '../rules.ts'
import { AmountField, centsOf } from './AmountField.tsx'
import { useDrawer, useSellingArea } from './drawer-choice.ts'
import { useConfirmedRequest } from './use-confirmed-request.ts'

type Props = {
  member: { id: number; name: string }
  currency: string
  availableCents: number
  /** Gets the credit after a payment. */
  onBalance: (availableCents: number) => void
}

/** The form with which staff take a payment from a member's credit. */
export function PaymentForm({ member, currency, availableCents, onBalance }: Props) {
  const id = useId()
  const [amount, setAmount] = useState('')
  const [drawer] = useDrawer()
  const [area, setArea] = useSellingArea(drawer)
  const [reference, setReference] = useState('')
  const [amountProblem, setAmountProblem] = useState<string | null>(null)
  const money = (cents: number) => formatMoney(cents, currency)
  const request = useConfirmedRequest<PaidReply>(
    'till/payment',
    ({ round_up_cents: roundUpCents, available_cents: restCents }) => {
      setAmount('')
      setReference('')
      onBalance(restCents)
      const more = roundUpCents ? ` ${money(roundUpCents)} more went to the Common Good.` : ''
      return `Paid.${more} ${member.name} has ${money(restCents)} left.`
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const exceedsCredit = (centsOf(amount) ?? 0) > availableCents
    const wrong =
      moneyProblem(amount, paymentLimits) ??
      (exceedsCredit ? `There is ${money(availableCents)}.` : null)
    setAmountProblem(wrong)
    if (!wrong && !request.isBusy) void request.send({ member: member.id, amount, area, reference })
  }
  const cents = centsOf(amount)
  const label = cents ? `Take ${money(cents)} from ${member.name}` : 'Take payment'
  return (
    <form className="lists-form" onSubmit={submit}>
      <AmountField
        label="Price"
        value={amount}
        hint={`Available: ${money(availableCents)}`}
        problem={amountProblem}
        isFirst
        onChange={setAmount}
      />
      <div className="lists-field">
        <label htmlFor={`${id}-area`}>Where</label>
        <select
          id={`${id}-area`}
          value={area}
          required
          onChange={(event) => setArea(event.target.value)}
        >
          <option value="">Choose …</option>
          {venueAreas.map((each) => (
            <option key={each} value={each}>
              {areaName(each)}
            </option>
          ))}
        </select>
      </div>
      <div className="lists-field">
        <label htmlFor={`${id}-reference`}>Bill number, if there is one</label>
        <input
          id={`${id}-reference`}
          value={reference}
          maxLength={maxReceiptLength}
          autoComplete="off"
          onChange={(event) => setReference(event.target.value)}
        />
      </div>
      <p>
        <Button type="submit" kind="strong">
          {request.isBusy ? 'One moment …' : label}
        </Button>
      </p>
      <p className="admin-quiet">
        One press takes it. A member who rounds up gives what is missing to the next whole amount to
        the Common Good.
      </p>
      <Problem>{request.problem}</Problem>
    </form>
  )
}
