'use client'
import { useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { ConfirmDialog } from '../../../platform/admin/shell/ConfirmDialog.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { formatMoney } from '../../../platform/ui/money.ts'
import type { KitchenRun } from '../kitchen.ts'
import { BarPayments } from './BarPayments.tsx'

type Props = {
  run: KitchenRun
  timeZone: string
  currency: string
  mayTake: boolean
  /** Whether the card is a part of another page, which leads to the list on paper. */
  isShort?: boolean
}

const clock = (at: Date | string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(new Date(at))

function stateText({ state, runner, hereAt }: KitchenRun): string {
  if (state === 'settled') return hereAt ? 'Eaten and paid' : 'Fetched and paid'
  const who = `${runner} fetches it`
  if (state === 'open') return `Still open, ${runner ? who : 'nobody fetches it yet'}`
  if (hereAt) return 'It’s there'
  return runner ? who : 'Everybody fetches their own'
}

/** A run as the kitchen sees it: the list by dish with names, what is sold out, the mail to the vendor. */
export function RunCard({ run, timeZone, currency, mayTake, isShort = false }: Props) {
  const isGoing = run.state === 'open' || run.state === 'closed'
  return (
    <article className="lunch__run" data-state={run.state}>
      <header>
        <h3>
          {run.offerName} <span>until {clock(run.cutOffAt, timeZone)}</span>
        </h3>
        <p>
          {run.orders} {run.orders === 1 ? 'order' : 'orders'},{' '}
          {formatMoney(run.totalCents, currency)}, picked up: {run.area}. {stateText(run)}.
        </p>
      </header>
      {run.lines.length ? (
        <ol className="lunch__lines">
          {run.lines.map((line) => (
            <li key={line.key}>
              <b>{line.quantity} ×</b>
              <span>
                <b>{[line.name, ...line.extras].join(', ')}</b>
                <small>
                  {line.people
                    .map(({ name, quantity, note }) =>
                      [quantity > 1 ? `${name} × ${quantity}` : name, note && `(${note})`]
                        .filter(Boolean)
                        .join(' '),
                    )
                    .join(', ')}
                </small>
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="admin-quiet">Nobody has ordered anything yet.</p>
      )}
      {isGoing ? <SoldOut run={run} isOpen={!isShort} /> : null}
      {run.source === 'vendor' && run.state === 'closed' ? <VendorMail run={run} /> : null}
      {mayTake && run.atBar.length ? <BarPayments {...{ run, currency }} /> : null}
      {isGoing && !isShort ? <CallOff run={run} /> : null}
    </article>
  )
}

/** One press on a dish says that it is sold out, the next that it is back. */
function SoldOut({ run, isOpen }: { run: KitchenRun; isOpen: boolean }) {
  const { isBusy, call } = useCall({ toasts: true })
  const off = run.dishes.filter(({ isSoldOut }) => isSoldOut).length
  const press = ({ id, menu, isSoldOut }: KitchenRun['dishes'][number]) => {
    const sold_out = !isSoldOut
    const done = sold_out ? 'Whoever ordered it is told.' : 'It’s on again.'
    return menu === null
      ? call('lunch-list/sold-out', { run: run.id, dish: id, sold_out }, { done })
      : call('menu-list/sold-out', { menu, item: id, sold_out }, { done })
  }
  return (
    <details className="lunch__dishes" open={isOpen}>
      <summary>
        Sold out?
        <span className="admin-quiet">{off ? ` ${off} sold out` : ''}</span>
      </summary>
      <ul>
        {run.dishes.map((dish) => (
          <li key={dish.id}>
            <button
              type="button"
              aria-pressed={dish.isSoldOut}
              disabled={isBusy}
              onClick={() => void press(dish)}
            >
              <span className="sr">Sold out: </span>
              {dish.name}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

function VendorMail({ run }: { run: KitchenRun }) {
  const { isBusy, problem, call } = useCall()
  if (run.mailedAt) return <p className="lunch__mailed">The order was mailed to the vendor.</p>
  return (
    <div className="lunch__mail">
      <Button
        kind="strong"
        unavailable={isBusy}
        onClick={() =>
          void call<{ to: string }>(
            'lunch-list/mail',
            { run: run.id },
            { done: ({ to }) => `The order goes to ${to}.` },
          )
        }
      >
        {isBusy ? 'One moment …' : 'Mail the order'}
      </Button>
      {problem ? <p role="alert">{problem}</p> : null}
    </div>
  )
}

function CallOff({ run }: { run: KitchenRun }) {
  const [isAsking, setAsking] = useState(false)
  const { isBusy, problem, call } = useCall()
  const callOff = async () => {
    const done = 'It’s off. Whoever ordered is told.'
    if (await call('lunch-list/cancel', { run: run.id }, { done })) setAsking(false)
  }
  return (
    <div className="lunch__off">
      <Button kind="plain" onClick={() => setAsking(true)}>
        Call it off
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={`Call off ${run.offerName}?`}
          confirmLabel="Call it off"
          kind="danger"
          {...{ isBusy, problem }}
          onConfirm={() => void callOff()}
          onClose={() => setAsking(false)}
        >
          <p>Nobody pays anything, and whoever ordered is told. There is no way back.</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
