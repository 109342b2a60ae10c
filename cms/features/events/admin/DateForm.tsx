'use client'
import { type FormEvent, useId, useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { formatAmount, readAmount } from '../../../platform/admin/shell/money.ts'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { mailsInWords } from '../../../platform/mail/rules.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { areaName } from '../../venue/names.ts'
import { venueAreas } from '../../venue/rules.ts'
import { limits, paymentKinds } from '../rules.ts'
import type { DateFormValues as Values } from '../series/change-date.ts'
import type { DateReply, DateRequest } from '../series/record-contract.ts'
import { createStartMover } from '../ui/move-start.ts'
import { DatePicture } from './DatePicture.tsx'
import { paymentNames } from './texts.ts'

type Props = {
  id: number
  /** The version of the date that the form shows. */
  seen: string
  values: Values
  /** How many guests would get a mail about another time or place. Staff choose whether the mail is sent. */
  mails: number
  timeZone: string
  currency: string
  isSeries: boolean
}

/**
 * The form of one date. A change of the start also moves the end and the doors (`createStartMover`). A value that
 * equals the value of the series follows the series again.
 */
export function DateForm({ id, seen, values, mails, timeZone, currency, isSeries }: Props) {
  const formId = useId()
  const [form, setForm] = useState(values)
  const [tell, setTell] = useState<boolean | null>(null)
  const { isBusy, problem, setProblem, call } = useCall()
  const [moveStart] = useState(() => createStartMover(values))
  const set = (changes: Partial<Values>) => setForm((known) => ({ ...known, ...changes }))
  const setTime = (name: 'start' | 'end' | 'doors', value: string) => {
    if (name === 'doors') return set({ doors: value || null })
    if (name === 'end') return set({ end: value })
    const { end, doors } = moveStart({ ...form, from: form.start, to: value })
    set({ start: value, end: end ?? '', doors })
  }
  const [prices, setPrices] = useState({
    price: values.priceCents ? formatAmount(values.priceCents) : '',
    member:
      values.memberPriceCents === values.priceCents ? '' : formatAmount(values.memberPriceCents),
  })
  const isOtherPlace = [...form.areas].sort().join() !== [...values.areas].sort().join()
  const isMoved = form.start !== values.start || form.end !== values.end || isOtherPlace
  const mustDecide = mails > 0 && isMoved
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (mustDecide && tell === null)
      return setProblem(`Say whether guests are told: ${mailsInWords(mails)}.`)
    if (!form.areas.length) return setProblem('Choose where it is.')
    const price = readAmount(prices.price)
    const member = readAmount(prices.member)
    if ('problem' in price) return setProblem(price.problem)
    if ('problem' in member) return setProblem(member.problem)
    const { title, summary, start, end, doors, capacity, maxParty } = form
    const priceCents = price.cents ?? 0
    const changed = changesOf(values, {
      ...form,
      ...(form.payment !== 'free' && {
        priceCents,
        memberPriceCents: member.cents ?? priceCents,
      }),
    })
    const body: DateRequest = {
      ...{ seen, title, summary, start, end, doors, capacity, max_party: maxParty },
      tell: mustDecide ? tell : false,
      ...changed,
    }
    await call<DateReply>(`event-dates/${id}`, body, { done: ({ message }) => message })
  }
  const field = (name: string) => `${formId}${name}`
  return (
    <form className="lists-form" onSubmit={save}>
      <div className="lists-field">
        <label htmlFor={field('title')}>Title</label>
        <input
          id={field('title')}
          value={form.title}
          maxLength={limits.title}
          required
          onChange={({ target }) => set({ title: target.value })}
        />
      </div>
      <div className="lists-field">
        <label htmlFor={field('summary')}>Summary</label>
        <textarea
          id={field('summary')}
          value={form.summary}
          maxLength={limits.summary}
          rows={3}
          required
          onChange={({ target }) => set({ summary: target.value })}
        />
      </div>
      <div className="lists-field">
        <label htmlFor={field('body')}>Text of its page</label>
        <textarea
          id={field('body')}
          value={form.body}
          maxLength={limits.body}
          rows={6}
          onChange={({ target }) => set({ body: target.value })}
        />
      </div>
      <DatePicture value={form.picture} onChange={(picture) => set({ picture })} />
      {(['start', 'end', 'doors'] as const).map((name) => (
        <div className="lists-field" key={name}>
          <label htmlFor={field(name)}>
            {
              { start: `Start (${timeZone})`, end: 'End', doors: 'Doors, if they open before' }[
                name
              ]
            }
          </label>
          <input
            id={field(name)}
            type="datetime-local"
            value={form[name] ?? ''}
            required={name !== 'doors'}
            onChange={({ target }) => setTime(name, target.value)}
          />
        </div>
      ))}
      <fieldset className="event-spaces">
        <legend>Spaces</legend>
        {venueAreas.map((area) => (
          <label key={area}>
            <input
              type="checkbox"
              checked={form.areas.includes(area)}
              onChange={({ target }) =>
                set({
                  areas: venueAreas.filter((each) =>
                    each === area ? target.checked : form.areas.includes(each),
                  ),
                })
              }
            />
            {areaName(area)}
          </label>
        ))}
      </fieldset>
      <div className="event-pair">
        <div className="lists-field">
          <label htmlFor={field('capacity')}>Places (empty: as many as come)</label>
          <input
            id={field('capacity')}
            type="number"
            min={1}
            max={limits.capacity}
            value={form.capacity ?? ''}
            onChange={({ target }) => set({ capacity: target.value ? target.valueAsNumber : null })}
          />
        </div>
        <div className="lists-field">
          <label htmlFor={field('party')}>Largest party</label>
          <input
            id={field('party')}
            type="number"
            min={1}
            max={limits.party}
            required
            value={Number.isNaN(form.maxParty) ? '' : form.maxParty}
            onChange={({ target }) => set({ maxParty: target.valueAsNumber })}
          />
        </div>
      </div>
      <div className="lists-field">
        <label htmlFor={field('payment')}>What guests pay</label>
        <select
          id={field('payment')}
          value={form.payment}
          onChange={({ target }) => set({ payment: target.value as Values['payment'] })}
        >
          {paymentKinds.map((kind) => (
            <option key={kind} value={kind}>
              {paymentNames[kind]}
            </option>
          ))}
        </select>
      </div>
      {form.payment === 'free' ? null : (
        <div className="event-pair">
          {(['price', 'member'] as const).map((name) => (
            <div className="lists-field" key={name}>
              <label htmlFor={field(name)}>
                {name === 'price'
                  ? `Price for each guest (${currency})`
                  : 'For members, if it differs'}
              </label>
              <input
                id={field(name)}
                value={prices[name]}
                inputMode="decimal"
                autoComplete="off"
                placeholder="4.95"
                required={name === 'price'}
                onChange={({ target }) => setPrices({ ...prices, [name]: target.value })}
              />
            </div>
          ))}
          <p className="admin-quiet">Whoever has reserved keeps the price of that moment.</p>
        </div>
      )}
      {mustDecide ? (
        <fieldset className="event-tell">
          <legend>Tell the guests? {mailsInWords(mails)}</legend>
          <p>They reserved for another time or place. They keep their places.</p>
          {[true, false].map((choice) => (
            <label key={String(choice)}>
              <input
                type="radio"
                name={field('tell')}
                checked={tell === choice}
                onChange={() => setTell(choice)}
              />
              {choice ? 'Yes, by mail now' : 'No, somebody has told them'}
            </label>
          ))}
        </fieldset>
      ) : null}
      <Problem>{problem}</Problem>
      <p>
        <Button type="submit" kind="strong" aria-disabled={isBusy}>
          {isBusy ? 'One moment …' : 'Save this date'}
        </Button>
      </p>
      {isSeries ? (
        <p className="admin-quiet">
          What equals the series follows the series. The rest stays as it is here when the series
          changes.
        </p>
      ) : null}
    </form>
  )
}

/** The values that differ from what the form showed. Only they are sent, so that nobody’s other change is undone. */
function changesOf(before: Values, form: Values): Partial<DateRequest> {
  const isOther = (name: keyof Values) =>
    JSON.stringify(before[name]) !== JSON.stringify(form[name])
  const hasOtherPrice = (['payment', 'priceCents', 'memberPriceCents'] as const).some(isOther)
  return {
    ...(isOther('body') && { body: form.body }),
    ...(isOther('picture') && { picture: form.picture }),
    ...(isOther('areas') && { areas: form.areas }),
    ...(hasOtherPrice && {
      payment: form.payment,
      ...(form.payment !== 'free' && {
        price_cents: form.priceCents,
        member_price_cents: form.memberPriceCents,
      }),
    }),
  }
}
