import { useEffect, useState } from 'react'
import { formatMoney } from '../lib/money.ts'
import { pollTotal } from './poll-total.ts'

type Props = { initialCents: number; currency: string }

/** The Common Good total, starting with the server-rendered amount. */
export function CommonGoodTotal({ initialCents, currency }: Props) {
  const [cents, setCents] = useState(initialCents)
  useEffect(() => pollTotal(setCents), [])
  return <p className="total poster">{formatMoney(cents, currency)}</p>
}
