'use client'
import { type FormEvent, useId, useState } from 'react'
import { ConfirmDialog } from '../../../platform/admin/shell/ConfirmDialog.tsx'
import { moneyProblem } from '../../../platform/admin/shell/money.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { formatMoney } from '../../../platform/ui/money.ts'
import { areaName } from '../../venue/names.ts'
import { venueAreas } from '../../venue/rules.ts'
import type { PaidReply } from '../contract.ts'
import { areaOfDrawer, maxReceiptLength, paymentLimits } from '../rules.ts'
import { AmountField, centsOf } from './AmountField.tsx'
import { useDrawer } from './drawer-choice.ts'
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
  const [chosenArea, setArea] = useState<string | null>(null)
  const area = chosenArea ?? (drawer ? areaOfDrawer[drawer] : '')
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
    if (!wrong) request.askToConfirm()
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
      {request.isConfirming ? (
        <ConfirmDialog
          title={`Take ${money(centsOf(amount) ?? 0)}`}
          confirmLabel="Take payment"
          kind="strong"
          isBusy={request.isBusy}
          problem={request.problem}
          onConfirm={() => void request.send({ member: member.id, amount, area, reference })}
          onClose={request.cancel}
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
