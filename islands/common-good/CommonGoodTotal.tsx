import { useStore } from '@nanostores/react'
import { formatMoney } from '../lib/money.ts'
import { $totalCents } from './store.ts'

type Props = { initialCents: number; currency: string }

/** The Common Good total, starting with the server-rendered amount. */
export function CommonGoodTotal({ initialCents, currency }: Props) {
  const cents = useStore($totalCents) ?? initialCents
  return <p className="total poster">{formatMoney(cents, currency)}</p>
}
