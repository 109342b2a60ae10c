'use client'
import { useId } from 'react'
import { useAdminContext } from '../../../platform/admin/shell/AdminContext.tsx'
import { moneyProblem } from '../../../platform/admin/shell/money.ts'
import { causeLimits } from '../rules.ts'

export type CauseChoice = { id: number; title: string; moneyLeft: string }
type Props = {
  causes: readonly CauseChoice[]
  cause: number
  amount: string
  onCause: (id: number) => void
  onAmount: (amount: string) => void
}

/** The choice of a cause, and an amount. */
export function CauseFields({ causes, cause, amount, onCause, onAmount }: Props) {
  const { currencySign } = useAdminContext()
  const id = useId()
  const problem = amount && moneyProblem(amount, causeLimits)
  return (
    <>
      <div className="lists-field">
        <label htmlFor={`${id}cause`}>Cause</label>
        <select
          id={`${id}cause`}
          value={cause}
          onChange={(event) => onCause(Number(event.target.value))}
        >
          {causes.map((each) => (
            <option key={each.id} value={each.id}>
              {each.title} ({each.moneyLeft} left)
            </option>
          ))}
        </select>
      </div>
      <div className="lists-field">
        <label htmlFor={`${id}amount`}>Amount in {currencySign}</label>
        <input
          id={`${id}amount`}
          value={amount}
          placeholder="4.95"
          required
          autoComplete="off"
          aria-describedby={`${id}problem`}
          aria-invalid={problem ? true : undefined}
          onChange={(event) => onAmount(event.target.value)}
        />
        <p id={`${id}problem`} className="money-field__problem">
          {problem}
        </p>
      </div>
    </>
  )
}
