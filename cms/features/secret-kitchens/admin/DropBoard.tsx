'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { ConfirmDialog } from '../../../platform/admin/shell/ConfirmDialog.tsx'
import { dayText } from '../../../platform/admin/shell/format.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { formatMoney } from '../../../platform/ui/money.ts'
import { dropAuditActions } from '../staff/audit-actions.ts'
import type { Board, BoardClaim } from '../staff/board.ts'
import { DropForm } from './DropForm.tsx'
import { MessageForm } from './MessageForm.tsx'
import { stateTexts, statusTexts } from './texts.ts'

type Props = {
  chosen: NonNullable<Board['chosen']>
  timeZone: string
} & Pick<Board, 'pictures' | 'moments' | 'currency'>

const list = (name: string) => `secret-kitchen-list/${name}`

/** A drop: what can be done to it now, its claims with a tick for each that is collected, its numbers and its form. */
export function DropBoard({ chosen, timeZone, ...facts }: Props) {
  const { drop, state, claims, numbers, audit } = chosen
  const { currency } = facts
  const coming = claims.filter(({ status }) => status !== 'waitlisted')
  const waiting = claims.filter(({ status }) => status === 'waitlisted')
  const isLive = ['announced', 'drawing', 'open', 'sold_out'].includes(state)
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return (
    <>
      <section className="drops__drop" data-state={state}>
        <h2>
          {drop.title} <small>{stateTexts[state]}</small>
        </h2>
        <p>
          {drop.kitchen}, {dayText(drop.day)}, {drop.slots.join(', ')}, {drop.area}.{' '}
          {isLive || state === 'draft' ? `Opens ${dayText(chosen.opens)}.` : ''}
        </p>
        <Actions {...{ drop, state }} />
      </section>
      <section className="drops__claims" aria-labelledby="claims">
        <h2 id="claims">
          Claims{' '}
          <small>
            {numbers.collected} of {drop.taken} collected
          </small>
        </h2>
        {coming.length ? null : <p className="admin-quiet">Nobody has claimed anything yet.</p>}
        <ul>
          {coming.map((claim) => (
            <ClaimRow key={claim.id} {...{ claim, currency }} />
          ))}
        </ul>
        {waiting.length ? (
          <details>
            <summary>{waiting.length} in line</summary>
            <ol>
              {waiting.slice(0, 100).map(({ id, name, party }) => (
                <li key={id}>
                  {name}, {party}
                </li>
              ))}
            </ol>
          </details>
        ) : null}
        {coming.length ? <MessageForm drop={drop.id} /> : null}
      </section>
      <section aria-labelledby="numbers">
        <h2 id="numbers">Numbers</h2>
        <dl className="drops__numbers">
          <Figure label="Bells for this one" value={numbers.bells} />
          <Figure label="Bells for every drop" value={numbers.bellsOfAll} />
          <Figure label="In the draw" value={numbers.entries} />
          <Figure label="Have said yes" value={numbers.going} />
          <Figure label="Asked to say yes" value={numbers.held} />
          <Figure label="In line" value={numbers.waiting} />
          <Figure label="Collected" value={numbers.collected} />
          <Figure
            label="Gone after"
            value={numbers.goneSeconds === null ? 'still there' : `${numbers.goneSeconds} s`}
          />
          <Figure label="From credit" value={formatMoney(numbers.credit, currency)} />
          <Figure label="At the bar" value={formatMoney(numbers.bar, currency)} />
          <Figure label="By card" value={formatMoney(numbers.card, currency)} />
        </dl>
      </section>
      <section className="drops__edit">
        <details open={state === 'draft'}>
          <summary>Change the drop</summary>
          <DropForm key={`${drop.id} ${drop.version}`} chosen={chosen} {...facts} />
        </details>
        <details>
          <summary>What was done</summary>
          <ul className="drops__audit">
            {audit.map(({ at, by, action }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries never move
              <li key={index}>
                {clock.format(new Date(at))}: {by}{' '}
                {dropAuditActions[action as keyof typeof dropAuditActions] ?? action} this drop
              </li>
            ))}
          </ul>
        </details>
      </section>
    </>
  )
}

const Figure = ({ label, value }: { label: string; value: number | string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

type Drop = Props['chosen']['drop']

function Actions({ drop, state }: { drop: Drop; state: Props['chosen']['state'] }) {
  const [asking, setAsking] = useState<'announce' | 'cancel' | 'finish' | 'delete' | null>(null)
  const { isBusy, problem, call } = useCall()
  const { isBusy: isTapping, call: tap } = useCall({ toasts: true })
  const isLive = ['announced', 'drawing', 'open', 'sold_out'].includes(state)
  const isSoldOut = drop.soldOutAt !== null
  const act = async (name: string, done: string) => {
    if (await call(list(name), { drop: drop.id }, { done })) setAsking(null)
  }
  return (
    <div className="drops__actions">
      {state === 'draft' ? (
        <>
          <Button kind="strong" onClick={() => setAsking('announce')}>
            Announce
          </Button>
          <Button onClick={() => setAsking('delete')}>Delete</Button>
        </>
      ) : null}
      {isLive ? (
        <>
          <button
            type="button"
            className="drops__sold-out"
            aria-pressed={isSoldOut}
            disabled={isTapping}
            onClick={() =>
              void tap(
                list('sold-out'),
                { drop: drop.id, sold_out: !isSoldOut },
                { done: isSoldOut ? 'It’s on again.' : 'Sold out. Nobody claims any more.' },
              )
            }
          >
            Sold out
          </button>
          <Portions drop={drop} />
          <Button onClick={() => setAsking('finish')}>Close it</Button>
          <Button kind="danger" onClick={() => setAsking('cancel')}>
            Call it off
          </Button>
        </>
      ) : null}
      {asking === 'announce' ? (
        <ConfirmDialog
          title={`Announce ${drop.title}?`}
          confirmLabel="Announce it"
          kind="strong"
          {...{ isBusy, problem }}
          onConfirm={() => void act('announce', 'It’s announced.')}
          onClose={() => setAsking(null)}
        >
          <p>
            It is on the page at once.{' '}
            {drop.audience === 'bell'
              ? 'Those who rang the bell for every drop are told.'
              : 'Nobody is told.'}{' '}
            Only who is a member now can claim it.
          </p>
        </ConfirmDialog>
      ) : null}
      {asking === 'cancel' ? (
        <ConfirmDialog
          title={`Call off ${drop.title}?`}
          confirmLabel="Call it off"
          kind="danger"
          {...{ isBusy, problem }}
          onConfirm={() =>
            void act(
              'cancel',
              'It’s off. Who had a claim, was in the draw or rang the bell is told.',
            )
          }
          onClose={() => setAsking(null)}
        >
          <p>Nobody pays anything, what was paid goes back, and there is no way back.</p>
        </ConfirmDialog>
      ) : null}
      {asking === 'finish' ? (
        <ConfirmDialog
          title={`Close ${drop.title}?`}
          confirmLabel="Close it"
          kind="strong"
          {...{ isBusy, problem }}
          onConfirm={() => void act('finish', 'It’s served.')}
          onClose={() => setAsking(null)}
        >
          <p>Who has not collected by now did not come, and nobody waits any more.</p>
        </ConfirmDialog>
      ) : null}
      {asking === 'delete' ? (
        <ConfirmDialog
          title={`Delete ${drop.title}?`}
          confirmLabel="Delete it"
          kind="danger"
          {...{ isBusy, problem }}
          onConfirm={() => void act('delete', 'It’s deleted.')}
          onClose={() => setAsking(null)}
        >
          <p>Nobody has seen it yet.</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

function Portions({ drop }: { drop: Drop }) {
  const { isBusy: isSending, call } = useCall({ toasts: true })
  const router = useRouter()
  // Until the page shows the new number, another tap would be refused.
  const [sent, setSent] = useState<number | null>(null)
  const isBusy = isSending || sent === drop.version
  const change = async (by: number) => {
    setSent(drop.version)
    const reply = await call(
      list('portions'),
      { drop: drop.id, portions: drop.portions + by, version: drop.version },
      { done: `${drop.portions + by} portions.` },
    )
    if (reply) return
    setSent(null)
    router.refresh()
  }
  return (
    <fieldset className="drops__portions">
      <legend>Portions</legend>
      <Button
        aria-label="One portion fewer"
        unavailable={isBusy || drop.portions <= Math.max(1, drop.taken)}
        onClick={() => void change(-1)}
      >
        −
      </Button>
      <output>{drop.portions}</output>
      <Button aria-label="One portion more" unavailable={isBusy} onClick={() => void change(1)}>
        +
      </Button>
    </fieldset>
  )
}

function ClaimRow({ claim, currency }: { claim: BoardClaim; currency: string }) {
  const { isBusy, call } = useCall({ toasts: true })
  const [isAsking, setAsking] = useState(false)
  const { id, name, party, status, slot, isCollected, dueCents } = claim
  const canTick = status === 'going' || status === 'attended' || status === 'no_show'
  const due = dueCents ? `, ${formatMoney(dueCents, currency)} at the bar` : ''
  return (
    <li data-status={status}>
      <label>
        <input
          type="checkbox"
          checked={isCollected}
          disabled={isBusy || !canTick}
          onChange={() =>
            void call(
              list('collect'),
              { claim: id, collected: !isCollected },
              { done: isCollected ? 'Not collected.' : `Collected${due}.` },
            )
          }
        />
        <b>{name}</b>
        <span>
          {party} × {slot ?? 'no time yet'}, {statusTexts[status]}
          {due}
        </span>
      </label>
      {isCollected ? null : (
        <Button
          kind="quiet"
          aria-label={`Take the claim of ${name} back`}
          onClick={() => setAsking(true)}
        >
          Take back
        </Button>
      )}
      {isAsking ? (
        <ConfirmDialog
          title={`Take the claim of ${name} back?`}
          confirmLabel="Take it back"
          kind="danger"
          isBusy={isBusy}
          problem={null}
          onConfirm={() =>
            void call(list('remove'), { claim: id }, { done: 'Taken back.' }).then(() =>
              setAsking(false),
            )
          }
          onClose={() => setAsking(false)}
        >
          <p>They are told, pay nothing, and the next in line gets an offer.</p>
        </ConfirmDialog>
      ) : null}
    </li>
  )
}
