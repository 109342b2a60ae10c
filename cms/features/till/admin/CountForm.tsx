'use client'
import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { ConfirmDialog } from '../../../platform/admin/shell/ConfirmDialog.tsx'
import { moneyProblem } from '../../../platform/admin/shell/money.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { formatMoney } from '../../../platform/ui/money.ts'
import { randomId } from '../../../platform/ui/random-id.ts'
import type { DrawerState } from '../closings.ts'
import type { CountReply } from '../contract.ts'
import { countedLimits, maxNoteLength } from '../rules.ts'
import { AmountField, centsOf } from './AmountField.tsx'
import { useDrawer } from './drawer-choice.ts'
import { tillTexts } from './texts.ts'

type Props = { states: readonly DrawerState[]; currency: string }

/** The form of a blind count. What was booked is in no reply before the count is saved. */
export function CountForm({ states, currency }: Props) {
  const id = useId()
  const router = useRouter()
  const [drawer, chooseDrawer] = useDrawer()
  // What was booked when somebody began to count, so that a top-up during the count is noticed.
  const [begun, setBegun] = useState<DrawerState | null>(null)
  const [key, setKey] = useState(randomId)
  const [counted, setCounted] = useState('')
  const [note, setNote] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const [saved, setSaved] = useState<CountReply | null>(null)
  const { isBusy, problem, setProblem, call } = useCall()
  const money = (cents: number) => formatMoney(cents, currency)
  const state = begun?.till === drawer ? begun : states.find(({ till }) => till === drawer)
  const write = (text: string) => {
    setCounted(text)
    setSaved(null)
    if (state && begun?.till !== state.till) setBegun(state)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = moneyProblem(counted, countedLimits)
    setWrong(found)
    setProblem(null)
    if (!found && state) setConfirming(true)
  }
  const again = () => {
    setBegun(null)
    setCounted('')
    setNote('')
    setKey(randomId())
  }
  const send = async () => {
    const reply = await call<CountReply>('till/count', { key, ...state, counted, note })
    if (!reply) return
    setSaved(reply)
    setConfirming(false)
    again()
  }
  const cancel = () => {
    setConfirming(false)
    // After a refusal the drawer is counted again, from its state now.
    if (!problem) return
    again()
    router.refresh()
  }
  return (
    <form className="lists-form till-count" onSubmit={submit}>
      <fieldset className="till-choice">
        <legend>Which drawer?</legend>
        {states.map(({ till }) => (
          <label key={till}>
            <input
              type="radio"
              name={`${id}-drawer`}
              required
              checked={drawer === till}
              onChange={() => chooseDrawer(till)}
            />
            {tillTexts.tills[till]}
          </label>
        ))}
      </fieldset>
      <AmountField
        label="Counted"
        value={counted}
        hint="Count the drawer without the float that stays in it. What was booked is shown afterwards."
        problem={wrong}
        onChange={write}
      />
      <div className="lists-field">
        <label htmlFor={`${id}-note`}>Note for the office, if there is something to say</label>
        <input
          id={`${id}-note`}
          value={note}
          maxLength={maxNoteLength}
          autoComplete="off"
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <p>
        <Button type="submit" kind="strong">
          Save the count …
        </Button>
      </p>
      <div role="status">
        {saved ? (
          <dl className="till-sums">
            {[
              ['Counted', money(saved.counted_cents)],
              ['Booked', money(saved.booked_cents)],
              ['Difference', money(saved.difference_cents)],
            ].map(([label, amount]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{amount}</dd>
              </div>
            ))}
          </dl>
        ) : null}
      </div>
      {isConfirming && drawer ? (
        <ConfirmDialog
          title={`Counted ${money(centsOf(counted) ?? 0)}`}
          confirmLabel="Save the count"
          kind="strong"
          isBusy={isBusy}
          problem={problem}
          onConfirm={() => void send()}
          onClose={cancel}
        >
          <p>{tillTexts.tills[drawer]}. A saved count can’t be changed.</p>
        </ConfirmDialog>
      ) : null}
    </form>
  )
}
