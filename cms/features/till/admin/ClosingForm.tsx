'use client'
import { type FormEvent, useId, useState } from 'react'
import { ConfirmDialog } from '../../../platform/admin/shell/ConfirmDialog.tsx'
import { moneyProblem } from '../../../platform/admin/shell/money.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { formatMoney } from '../../../platform/ui/money.ts'
import type { TillState } from '../closings.ts'
import type { ClosingReply } from '../contract.ts'
import { countedLimits, maxNoteLength, type Till } from '../rules.ts'
import { AmountField, centsOf } from './AmountField.tsx'
import { isTerminal, tillTexts } from './texts.ts'
import { useConfirmedRequest } from './use-confirmed-request.ts'

const names: Record<Till, string> = {
  cash: 'the cash drawer',
  card: 'the card terminal',
  cafe: 'the drawer of the Cafe',
  cocktail_bar: 'the drawer of the Cocktail Bar',
  beer_hall: 'the drawer of the Beer Hall',
  card_cafe: 'the terminal of the Cafe',
  card_cocktail_bar: 'the terminal of the Cocktail Bar',
  card_beer_hall: 'the terminal of the Beer Hall',
}

/** The form to close a till: it compares the counted amount with what was booked since the last closing. */
export function ClosingForm({ state, currency }: { state: TillState; currency: string }) {
  const { till, bookedCents: booked, lastClosing } = state
  const id = useId()
  const [counted, setCounted] = useState('')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const money = (cents: number) => formatMoney(cents, currency)
  const request = useConfirmedRequest<ClosingReply>(
    'till/closing',
    () => `Closed: ${tillTexts.tills[till]}.`,
  )
  const cents = moneyProblem(counted, countedLimits) ? null : centsOf(counted)
  const difference = cents === null ? 0 : cents - booked
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = moneyProblem(counted, countedLimits)
    setProblem(wrong)
    if (!wrong) request.askToConfirm()
  }
  return (
    <form className="lists-form" onSubmit={submit}>
      <dl className="till-sums">
        <div>
          <dt>{lastClosing ? 'Booked since then' : 'Booked so far'}</dt>
          <dd>{money(booked)}</dd>
        </div>
      </dl>
      <AmountField
        label="Counted"
        value={counted}
        hint={
          isTerminal(till)
            ? 'The sum of the terminal’s own closing.'
            : 'Without the float that stays in the drawer.'
        }
        problem={problem}
        onChange={setCounted}
      />
      {difference ? (
        <div className="lists-field">
          <label htmlFor={`${id}-note`}>
            Why {money(Math.abs(difference))} {difference > 0 ? 'more' : 'less'}
          </label>
          <input
            id={`${id}-note`}
            value={note}
            required
            maxLength={maxNoteLength}
            autoComplete="off"
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
      ) : null}
      <p>
        <Button type="submit" kind="strong">
          Close {names[till]} …
        </Button>
      </p>
      {request.isConfirming ? (
        <ConfirmDialog
          title={`Close: ${tillTexts.tills[till]}`}
          confirmLabel="Close it"
          kind="strong"
          isBusy={request.isBusy}
          problem={request.problem}
          onConfirm={() =>
            void request.send({ till, counted, booked, after: lastClosing?.id ?? 0, note })
          }
          onClose={request.cancel}
        >
          <p>
            Booked {money(booked)}, counted {money(cents ?? 0)}.{' '}
            {difference
              ? `${money(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} is booked as the venue’s.`
              : 'They are the same.'}{' '}
            A closing can’t be undone.
          </p>
        </ConfirmDialog>
      ) : null}
    </form>
  )
}
