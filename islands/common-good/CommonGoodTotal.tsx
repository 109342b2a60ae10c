import { useEffect, useState } from 'react'
import { formatMoney } from '../../cms/platform/ui/money.ts'
import { pollTotal } from './poll-total.ts'

type Props = { initialCents: number | null; unread: string; currency: string }

/** The Common Good total, starting with the server-rendered amount; `unread` is shown while the total is unknown. */
export function CommonGoodTotal({ initialCents, unread, currency }: Props) {
  const [cents, setCents] = useState(initialCents)
  useEffect(() => pollTotal(setCents), [])
  return <p className="total poster">{cents === null ? unread : formatMoney(cents, currency)}</p>
}
