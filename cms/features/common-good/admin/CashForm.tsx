'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import { useAdminContext } from '../../../platform/admin/shell/AdminContext.tsx'
import { formatAmount, moneyProblem, readAmount } from '../../../platform/admin/shell/money.ts'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { formatMoney } from '../../../platform/ui/money.ts'
import { randomId } from '../../../platform/ui/random-id.ts'
import type { BookedReply, RequestedReply } from '../contract.ts'
import { cashLimits, maxNoteLength } from '../rules.ts'

type Props = {
  /** `YYYY-MM-DD` on the venue's calendar. */
  today: string
  currency: string
  /** What this staff member may take out now without a second person. */
  aloneCents: number
}

export function CashForm({ today, currency, aloneCents }: Props) {
  const router = useRouter()
  const { currencySign } = useAdminContext()
  // A repeated request, for example after a double click or a lost reply, sends the same key.
  const [key, setKey] = useState(randomId)
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const [day, setDay] = useState(today)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [amountProblem, setAmountProblem] = useState<string | null>(null)

  const format = () => {
    const read = readAmount(amount)
    if ('cents' in read && read.cents !== null) setAmount(formatAmount(read.cents))
    setAmountProblem(amount && moneyProblem(amount, cashLimits))
  }
  const book = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = moneyProblem(amount, cashLimits)
    setAmountProblem(wrong)
    if (isBusy || wrong) return
    setBusy(true)
    setProblem(null)
    try {
      const reply = await callApi<BookedReply | RequestedReply>('common-good/cash', {
        body: { key, amount, note, day },
      })
      const read = readAmount(amount)
      const cents = ('cents' in read && read.cents) || 0
      toast.success(
        'request' in reply
          ? 'Asked. Somebody else approves it.'
          : `${formatMoney(cents, currency)} booked: ${note}.`,
      )
      setKey(randomId())
      setAmount('')
      setNote('')
      setDay(today)
      router.refresh()
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }

  return (
    <form className="lists-form" onSubmit={book}>
      <div className="lists-field">
        <label htmlFor="cash-amount">Amount in {currencySign}</label>
        <input
          id="cash-amount"
          value={amount}
          placeholder="4.95"
          required
          autoComplete="off"
          aria-describedby="cash-amount-hint"
          aria-invalid={amountProblem ? true : undefined}
          onChange={(event) => setAmount(event.target.value)}
          onBlur={format}
        />
        <p id="cash-amount-hint" className={amountProblem ? 'money-field__problem' : 'admin-quiet'}>
          {amountProblem ||
            `With a minus: taken out. ${aloneCents > 0 ? `Above ${formatMoney(aloneCents, currency)} now` : 'Now'}, you ask, and somebody else approves.`}
        </p>
      </div>
      <div className="lists-field">
        <label htmlFor="cash-note">What for</label>
        <input
          id="cash-note"
          value={note}
          required
          maxLength={maxNoteLength}
          autoComplete="off"
          aria-describedby="cash-note-hint"
          onChange={(event) => setNote(event.target.value)}
        />
        <p id="cash-note-hint" className="admin-quiet">
          Everybody reads this on /common-good. Write no names.
        </p>
      </div>
      <div className="lists-field">
        <label htmlFor="cash-day">Date</label>
        <input
          id="cash-day"
          type="date"
          value={day}
          max={today}
          required
          onChange={(event) => setDay(event.target.value)}
        />
      </div>
      <Problem>{problem}</Problem>
      <p>
        <Button type="submit" kind="strong" aria-disabled={isBusy}>
          {isBusy ? 'Booking …' : 'Book it'}
        </Button>
      </p>
    </form>
  )
}
