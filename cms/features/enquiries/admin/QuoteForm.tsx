'use client'
import { useId, useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { ConfirmDialog } from '../../../platform/admin/shell/ConfirmDialog.tsx'
import { formatDate } from '../../../platform/admin/shell/format.ts'
import { readAmount } from '../../../platform/admin/shell/money.ts'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { formatMoney } from '../../../platform/ui/money.ts'
import { randomId } from '../../../platform/ui/random-id.ts'
import { areaOptions } from '../../venue/names.ts'
import { limits, lineTotal, totalsOf, withoutThousands } from '../rules.ts'

export type QuoteDefaults = { kind: string; day: string; validUntil: string; currency: string }
type Line = { key: string; text: string; quantity: string; amount: string; vat: string }
const newLine = (text = ''): Line => ({
  ...{ key: randomId(), text, quantity: '1', amount: '', vat: '20' },
})

const readPrice = (amount: string) => readAmount(withoutThousands(amount))

const read = ({ text, quantity, amount, vat }: Line) => {
  const money = readPrice(amount)
  return {
    text,
    quantity: Number(quantity),
    cents: 'cents' in money ? (money.cents ?? 0) : Number.NaN,
    vat_percent: Number(vat.replace(',', '.')),
  }
}

/**
 * The form of a quote. Prices contain the VAT. The total is computed while staff type. What was typed stays until the quote is
 * sent.
 */
export function QuoteForm({
  target,
  defaults,
  onSent,
}: {
  target: { id: number; version: number }
  defaults: QuoteDefaults
  onSent: () => void
}) {
  const id = useId()
  const [key] = useState(randomId)
  const [area, setArea] = useState('Event Spaces')
  const [day, setDay] = useState(defaults.day)
  const [from, setFrom] = useState('17:00')
  const [until, setUntil] = useState('23:00')
  const [valid, setValid] = useState(defaults.validUntil)
  const [lines, setLines] = useState<Line[]>(() => [newLine('The hall')])
  const [deposit, setDeposit] = useState('')
  const [words, setWords] = useState('')
  const [holds, setHolds] = useState(true)
  const [isAsked, setAsked] = useState(false)
  const { isBusy, problem, setProblem, call } = useCall({ refreshesWhenStale: true })
  const typed = lines.map(read)
  const isReadable = typed.every(
    ({ cents, quantity, vat_percent }) =>
      Number.isInteger(cents) && Number.isInteger(quantity) && Number.isFinite(vat_percent),
  )
  const totals = isReadable
    ? totalsOf(typed.map(({ vat_percent: vatPercent, ...line }) => ({ ...line, vatPercent })))
    : null
  const change = (changed: string, values: Partial<Line>) =>
    setLines(lines.map((line) => (line.key === changed ? { ...line, ...values } : line)))
  const check = () => {
    if (!isReadable) return setProblem('Write each price as an amount, for example 4.95.')
    const paid = readPrice(deposit)
    if ('problem' in paid) return setProblem(paid.problem)
    setProblem(null)
    setAsked(true)
  }
  const send = async () => {
    const paid = readPrice(deposit)
    if ('problem' in paid) return
    const body = {
      ...{ ...target, key, area, day, from, until, lines: typed, deposit: paid.cents ?? 0 },
      ...{ valid_until: valid, words, holds },
    }
    if (await call('enquiries/quote', body, { done: 'The quote is on its way.' })) onSent()
    setAsked(false)
  }
  const field = (name: string, label: string, input: React.ReactNode) => (
    <div className="lists-field">
      <label htmlFor={`${id}-${name}`}>{label}</label>
      {input}
    </div>
  )
  return (
    <form
      className="lists-form enquiries-quote"
      onSubmit={(event) => {
        event.preventDefault()
        check()
      }}
    >
      <div className="enquiries-pair">
        {field(
          'area',
          'Space',
          <select id={`${id}-area`} value={area} onChange={(event) => setArea(event.target.value)}>
            {areaOptions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>,
        )}
        {field(
          'day',
          'Day',
          <input
            id={`${id}-day`}
            type="date"
            value={day}
            required
            onChange={(event) => setDay(event.target.value)}
          />,
        )}
        {field(
          'from',
          'From',
          <input
            id={`${id}-from`}
            type="time"
            value={from}
            required
            onChange={(event) => setFrom(event.target.value)}
          />,
        )}
        {field(
          'until',
          'Until',
          <input
            id={`${id}-until`}
            type="time"
            value={until}
            required
            onChange={(event) => setUntil(event.target.value)}
          />,
        )}
      </div>
      {lines.map((line, index) => (
        <fieldset key={line.key} className="enquiries-line">
          <legend>Line {index + 1}</legend>
          {field(
            `${line.key}-text`,
            'What for',
            <input
              id={`${id}-${line.key}-text`}
              value={line.text}
              required
              maxLength={limits.line}
              onChange={(event) => change(line.key, { text: event.target.value })}
            />,
          )}
          {field(
            `${line.key}-quantity`,
            'How many',
            <input
              id={`${id}-${line.key}-quantity`}
              type="number"
              min={1}
              max={limits.quantity}
              value={line.quantity}
              required
              onChange={(event) => change(line.key, { quantity: event.target.value })}
            />,
          )}
          {field(
            `${line.key}-amount`,
            'Price of one',
            <input
              id={`${id}-${line.key}-amount`}
              inputMode="decimal"
              value={line.amount}
              required
              onChange={(event) => change(line.key, { amount: event.target.value })}
            />,
          )}
          {field(
            `${line.key}-vat`,
            'VAT in it, %',
            <input
              id={`${id}-${line.key}-vat`}
              inputMode="decimal"
              value={line.vat}
              required
              onChange={(event) => change(line.key, { vat: event.target.value })}
            />,
          )}
          {lines.length > 1 ? (
            <Button onClick={() => setLines(lines.filter(({ key: each }) => each !== line.key))}>
              Remove<span className="sr"> line {index + 1}</span>
            </Button>
          ) : null}
        </fieldset>
      ))}
      <p>
        <Button
          unavailable={lines.length >= limits.lines}
          onClick={() => setLines([...lines, newLine()])}
        >
          One more line
        </Button>
      </p>
      <p role="status">
        {totals ? (
          <>
            <b>Total {formatMoney(totals.totalCents, defaults.currency)}</b>
            {totals.vat
              .filter(({ cents }) => cents)
              .map(
                ({ percent, cents }) =>
                  `, ${percent} % VAT in it ${formatMoney(cents, defaults.currency)}`,
              )}
          </>
        ) : (
          'Total: write the prices first.'
        )}
      </p>
      <div className="enquiries-pair">
        {field(
          'deposit',
          'Deposit by card',
          <input
            id={`${id}-deposit`}
            inputMode="decimal"
            placeholder="None"
            value={deposit}
            onChange={(event) => setDeposit(event.target.value)}
          />,
        )}
        {field(
          'valid',
          'Valid until',
          <input
            id={`${id}-valid`}
            type="date"
            value={valid}
            required
            onChange={(event) => setValid(event.target.value)}
          />,
        )}
      </div>
      {field(
        'words',
        'What they read above it',
        <textarea
          id={`${id}-words`}
          rows={3}
          value={words}
          maxLength={limits.words}
          onChange={(event) => setWords(event.target.value)}
        />,
      )}
      <p>
        <label>
          <input
            type="checkbox"
            checked={holds}
            onChange={(event) => setHolds(event.target.checked)}
          />{' '}
          Hold the date until then
        </label>
      </p>
      <Problem>{problem}</Problem>
      <p>
        <Button type="submit" kind="strong" unavailable={isBusy}>
          {isBusy ? 'One moment …' : 'Send the quote …'}
        </Button>
      </p>
      {isAsked && totals ? (
        <ConfirmDialog
          title="Send the quote"
          confirmLabel="Send it"
          kind="strong"
          isBusy={isBusy}
          problem={problem}
          onClose={() => setAsked(false)}
          onConfirm={() => void send()}
        >
          <ul>
            {typed.map((line, index) => (
              <li key={lines[index]?.key}>
                {line.quantity} × {line.text}, {formatMoney(lineTotal(line), defaults.currency)}
              </li>
            ))}
          </ul>
          <p>
            <b>{formatMoney(totals.totalCents, defaults.currency)}</b> for{' '}
            {areaOptions.find(({ value }) => value === area)?.label}, {formatDate(day)}, {from}–
            {until}. They get a mail at once{holds ? ', and the date is held for them' : null} until
            the end of {formatDate(valid)}.
          </p>
        </ConfirmDialog>
      ) : null}
    </form>
  )
}
