'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { formatMoney } from '../../../islands/lib/money.ts'
import { randomId } from '../../../islands/lib/random-id.ts'
import { Button } from '../../../islands/ui/Button.tsx'
import { useAdminContext } from '../../admin/shell/AdminContext.tsx'
import { callApi, errorMessage } from '../../admin/shell/call.ts'
import { formatAmount, moneyProblem, readAmount } from '../../admin/shell/money.ts'
import { Problem } from '../../admin/shell/Problem.tsx'
import type { BookedReply } from '../contract.ts'
import { cashLimits, maxNoteLength } from '../rules.ts'

/** @param today `YYYY-MM-DD` on the venue's calendar */
export function CashForm({ today, currency }: { today: string; currency: string }) {
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
      await callApi<BookedReply>('common-good/cash', { body: { key, amount, note, day } })
      const read = readAmount(amount)
      const cents = ('cents' in read && read.cents) || 0
      toast.success(`${formatMoney(cents, currency)} booked: ${note}.`)
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
          {amountProblem || 'With a minus: taken out.'}
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
