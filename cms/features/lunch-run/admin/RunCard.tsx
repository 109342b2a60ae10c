'use client'
import { useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { ConfirmDialog } from '../../../platform/admin/shell/ConfirmDialog.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { formatMoney } from '../../../platform/ui/money.ts'
import type { KitchenRun } from '../kitchen.ts'

type Props = {
  run: KitchenRun
  timeZone: string
  currency: string
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
export function RunCard({ run, timeZone, currency, isShort = false }: Props) {
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
      {run.source === 'vendor' && isGoing ? <PayeeChoice run={run} /> : null}
      {isGoing && !isShort ? <CallOff run={run} /> : null}
    </article>
  )
}

/** One press on a dish says that it is sold out, the next that it is back. */
function SoldOut({ run, isOpen }: { run: KitchenRun; isOpen: boolean }) {
  const { isBusy, call } = useCall({ toasts: true })
  const off = run.dishes.filter(({ isSoldOut }) => isSoldOut).length
  const press = ({ id, isSoldOut }: KitchenRun['dishes'][number]) => {
    const sold_out = !isSoldOut
    const done = sold_out ? 'Whoever ordered it is told.' : 'It’s on again.'
    return call('lunch-list/sold-out', { run: run.id, dish: id, sold_out }, { done })
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
  const changed = run.mailedAt ? run.changed : null
  if (changed === 0) return <p className="lunch__mailed">The order was mailed to the vendor.</p>
  return (
    <div className="lunch__mail">
      {changed ? (
        <p>
          {changed === 1 ? 'One order has' : `${changed} orders have`} changed since it was mailed.
        </p>
      ) : null}
      <Button
        kind="strong"
        unavailable={isBusy}
        onClick={() =>
          void call<{ to: string }>(
            'lunch-list/mail',
            { run: run.id, of: run.mailedAt },
            { done: ({ to }) => `The order goes to ${to}.` },
          )
        }
      >
        {isBusy ? 'One moment …' : changed ? 'Mail the correction' : 'Mail the order'}
      </Button>
      {problem ? <p role="alert">{problem}</p> : null}
    </div>
  )
}

/** Who pays the vendor, and so gets the money. Unless staff say so, the runner does; once the order is mailed, the venue. */
function PayeeChoice({ run }: { run: KitchenRun }) {
  const { isBusy, problem, call } = useCall()
  const ways = { venue: 'The house', runner: 'Whoever fetches it' }
  return (
    <fieldset className="lunch__payee">
      <legend>Who pays {run.offerName}?</legend>
      {(['venue', 'runner'] as const).map((payee) => (
        <button
          key={payee}
          type="button"
          aria-pressed={run.payee === payee}
          disabled={isBusy}
          onClick={() => void call('lunch-list/payee', { run: run.id, payee }, { done: 'Noted.' })}
        >
          {ways[payee]}
        </button>
      ))}
      {run.payee === null ? <p className="admin-quiet">Not said: the runner says it.</p> : null}
      {problem ? <p role="alert">{problem}</p> : null}
    </fieldset>
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
