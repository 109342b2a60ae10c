'use client'
import { type FormEvent, useId, useState } from 'react'
import { formatMoney } from '../../../islands/lib/money.ts'
import { Button } from '../../../islands/ui/Button.tsx'
import { ConfirmDialog } from '../../admin/shell/ConfirmDialog.tsx'
import { moneyProblem } from '../../admin/shell/money.ts'
import { areaName } from '../../venue/names.ts'
import { venueAreas } from '../../venue/rules.ts'
import type { PaidReply } from '../contract.ts'
import { maxReceiptLength, paymentLimits } from '../rules.ts'
import { AmountField, centsOf } from './AmountField.tsx'
import { useBooking } from './use-booking.ts'

type Props = {
  member: { id: number; name: string }
  currency: string
  availableCents: number
}

/** Takes a payment from a member's credit. */
export function PaymentForm({ member, currency, availableCents }: Props) {
  const id = useId()
  const [amount, setAmount] = useState('')
  const [area, setArea] = useState('')
  const [reference, setReference] = useState('')
  const [amountProblem, setAmountProblem] = useState<string | null>(null)
  const money = (cents: number) => formatMoney(cents, currency)
  const booking = useBooking<PaidReply>(
    'till/payment',
    ({ round_up_cents: rounded, available_cents: left }) => {
      setAmount('')
      setReference('')
      const more = rounded ? ` ${money(rounded)} more went to the Common Good.` : ''
      return `Paid.${more} ${member.name} has ${money(left)} left.`
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const short = (centsOf(amount) ?? 0) > availableCents
    const wrong =
      moneyProblem(amount, paymentLimits) ?? (short ? `There is ${money(availableCents)}.` : null)
    setAmountProblem(wrong)
    if (!wrong) booking.ask()
  }
  return (
    <form className="lists-form" onSubmit={submit}>
      <AmountField
        label="Price"
        value={amount}
        hint={`Available: ${money(availableCents)}`}
        problem={amountProblem}
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
          Take payment …
        </Button>
      </p>
      {booking.isAsking ? (
        <ConfirmDialog
          title={`Take ${money(centsOf(amount) ?? 0)}`}
          confirmLabel="Take payment"
          kind="strong"
          isBusy={booking.isBusy}
          problem={booking.problem}
          onConfirm={() => void booking.book({ member: member.id, amount, area, reference })}
          onClose={booking.stop}
        >
          <p>
            From the credit of {member.name}, for {area}. A member who rounds up gives what is
            missing to the next whole amount to the Common Good.
          </p>
        </ConfirmDialog>
      ) : null}
    </form>
  )
}
