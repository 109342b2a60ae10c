'use client'
import { useState } from 'react'
import type { Till } from '../rules.ts'
import { PaymentForm } from './PaymentForm.tsx'
import { TopUpForm } from './TopUpForm.tsx'

type Props = {
  member: { id: number; name: string }
  currency: string
  availableCents: number
  tills: readonly Till[]
}

/**
 * The forms that take a payment and top up. Each knows the credit that the other's last reply had, so a payment right
 * after a top-up is not refused while the page is still being loaded again.
 */
export function MemberForms({ member, currency, availableCents, tills }: Props) {
  const [shownCents, setShownCents] = useState(availableCents)
  const [currentCents, setCurrentCents] = useState(availableCents)
  // The page has a newer amount than the last reply.
  if (shownCents !== availableCents) {
    setShownCents(availableCents)
    setCurrentCents(availableCents)
  }
  const common = { member, currency, onBalance: setCurrentCents }
  return (
    <div className="till-forms">
      <section>
        <h2>Take a payment</h2>
        <PaymentForm {...common} availableCents={currentCents} />
      </section>
      <section>
        <h2>Top up</h2>
        <TopUpForm {...common} tills={tills} />
      </section>
    </div>
  )
}
