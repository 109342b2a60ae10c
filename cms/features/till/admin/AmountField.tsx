'use client'
import { useEffect, useId, useRef } from 'react'
import { useAdminContext } from '../../../platform/admin/shell/AdminContext.tsx'
import { formatAmount, readAmount } from '../../../platform/admin/shell/money.ts'

type Props = {
  label: string
  value: string
  hint?: string
  problem: string | null
  /** Gets the focus when the page opens, unless something else has it. */
  isFirst?: boolean
  onChange: (typed: string) => void
}

/** The typed amount in minor units; null if it can't be read. */
export function centsOf(typed: string): number | null {
  const read = readAmount(typed)
  return 'cents' in read ? read.cents : null
}

/** A field for an amount. When the field loses the focus, it writes the amount as `4.95`. */
export function AmountField({ label, value, hint, problem, isFirst = false, onChange }: Props) {
  const { currencySign } = useAdminContext()
  const id = useId()
  const text = problem ?? hint
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFirst && document.activeElement === document.body) input.current?.focus()
  }, [isFirst])
  return (
    <div className="lists-field">
      <label htmlFor={id}>
        {label} in {currencySign}
      </label>
      <input
        id={id}
        ref={input}
        value={value}
        inputMode="decimal"
        placeholder="4.95"
        required
        autoComplete="off"
        aria-describedby={text ? `${id}-hint` : undefined}
        aria-invalid={problem ? true : undefined}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => {
          const cents = centsOf(value)
          if (cents !== null) onChange(formatAmount(cents))
        }}
      />
      {text ? (
        <p id={`${id}-hint`} className={problem ? 'money-field__problem' : 'admin-quiet'}>
          {text}
        </p>
      ) : null}
    </div>
  )
}
