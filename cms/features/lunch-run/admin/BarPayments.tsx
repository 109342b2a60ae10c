'use client'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { formatMoney } from '../../../platform/ui/money.ts'
import type { OwedRun } from '../kitchen.ts'

/** Who pays a lunch at the bar: one press says that the money is in the drawer, or was taken by card. */
export function BarPayments({
  owed: { offerName, orders },
  day,
  currency,
}: {
  owed: OwedRun
  /** When it was, unless it is today’s. */
  day: string | null
  currency: string
}) {
  const { isBusy, problem, call } = useCall()
  return (
    <div className="lunch__bar">
      <h3>
        Pays at the bar: {offerName}
        {day ? <span>{day}</span> : null}
      </h3>
      <ul>
        {orders.map(({ id, name, cents }) => (
          <li key={id}>
            <span>
              {name}, {formatMoney(cents, currency)}
            </span>
            {(['cash', 'card'] as const).map((till) => (
              <Button
                key={till}
                kind="plain"
                unavailable={isBusy}
                onClick={() =>
                  void call('lunch-list/paid', { order: id, till }, { done: 'Noted.' })
                }
              >
                {till === 'cash' ? 'Paid in cash' : 'Paid by card'}
                <span className="sr">: {name}</span>
              </Button>
            ))}
          </li>
        ))}
      </ul>
      {problem ? <p role="alert">{problem}</p> : null}
    </div>
  )
}
