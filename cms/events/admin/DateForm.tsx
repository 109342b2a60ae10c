'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { createStartMover } from '../../../islands/events/move-start.ts'
import { Button } from '../../../islands/ui/Button.tsx'
import { callApi, errorMessage } from '../../admin/shell/call.ts'
import { Problem } from '../../admin/shell/Problem.tsx'
import type { DateFormValues as Values } from '../change-date.ts'
import type { DateReply, DateRequest } from '../record-contract.ts'
import { limits } from '../rules.ts'
import { guestsInWords } from './texts.ts'

type Props = {
  id: number
  /** The version of the date that the form shows. */
  seen: string
  values: Values
  /** How many guests would get a mail about a new time. Staff choose whether the mail is sent. */
  guests: number
  timeZone: string
}

/**
 * The form of one date. A change of the start also moves the end and the doors (`createStartMover`). A value that
 * equals the value of the series follows the series again.
 */
export function DateForm({ id, seen, values, guests, timeZone }: Props) {
  const router = useRouter()
  const formId = useId()
  const [form, setForm] = useState(values)
  const [tell, setTell] = useState<boolean | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [moveStart] = useState(() => createStartMover(values))
  const set = (changes: Partial<Values>) => setForm((known) => ({ ...known, ...changes }))
  const setTime = (name: 'start' | 'end' | 'doors', value: string) => {
    if (name === 'doors') return set({ doors: value || null })
    if (name === 'end') return set({ end: value })
    const { end, doors } = moveStart({ ...form, from: form.start, to: value })
    set({ start: value, end: end ?? '', doors })
  }
  const isMoved = form.start !== values.start || form.end !== values.end
  const mustDecide = guests > 0 && isMoved
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (mustDecide && tell === null)
      return setProblem(`Say whether the ${guestsInWords(guests)} are told.`)
    setBusy(true)
    setProblem(null)
    const { maxParty, ...others } = form
    const body: DateRequest = {
      ...others,
      seen,
      tell: mustDecide ? tell : false,
      max_party: maxParty,
    }
    try {
      const { message } = await callApi<DateReply>(`event-dates/${id}`, { body })
      toast.success(message)
      router.refresh()
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
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
      {mustDecide ? (
        <fieldset className="event-tell">
          <legend>Tell {guestsInWords(guests)}?</legend>
          <p>They reserved for another time. They keep their places.</p>
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
    </form>
  )
}
