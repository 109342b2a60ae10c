import { useStore } from '@nanostores/react'
import { formatMoney } from '../lib/money.ts'
import { $totalCents } from './store.ts'

type Props = { initialCents: number; currency: string }

/** What is in the pot; begins with the figure the page was made with. */
export function CommonGoodTotal({ initialCents, currency }: Props) {
  const cents = useStore($totalCents) ?? initialCents
  return <p className="total poster">{formatMoney(cents, currency)}</p>
}
