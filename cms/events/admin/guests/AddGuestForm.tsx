'use client'
import { toast } from '@payloadcms/ui'
import { type FormEvent, useId, useState } from 'react'
import { randomId } from '../../../../islands/lib/random-id.ts'
import { Button } from '../../../../islands/ui/Button.tsx'
import { Problem } from '../../../admin/shell/Problem.tsx'
import type { GuestReply } from '../../manage/contract.ts'
import { limits } from '../../rules.ts'
import { useGuestAction } from './use-guest-action.ts'

/** The form that adds a guest to the list of a date. */
export function AddGuestForm({ dateId }: { dateId: number }) {
  const id = useId()
  // A repeated request has the same key, for example after a double click or a lost reply.
  const [key, setKey] = useState(randomId)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [party, setParty] = useState('1')
  const [isHere, setHere] = useState(false)
  const { isBusy, problem, run } = useGuestAction()
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const body = { key, date: dateId, name, email, party: Number(party), is_here: isHere }
    const reply = await run<GuestReply>('event-guests/add', body, '')
    if (!reply) return
    toast.success(
      reply.rsvp.status === 'waitlisted'
        ? 'It is full. They are on the waitlist.'
        : 'They are on the list.',
    )
    setKey(randomId())
    setName('')
    setEmail('')
    setParty('1')
  }
  return (
    <form className="lists-form" onSubmit={add}>
      <div className="lists-field">
        <label htmlFor={`${id}-name`}>Name</label>
        <input
          id={`${id}-name`}
          value={name}
          required
          maxLength={limits.name}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <div className="lists-field">
        <label htmlFor={`${id}-email`}>Email, if they want the mails</label>
        <input
          id={`${id}-email`}
          type="email"
          value={email}
          autoComplete="off"
          onChange={(event) => setEmail(event.target.value)}
        />
      </div>
      <div className="lists-field">
        <label htmlFor={`${id}-party`}>How many come?</label>
        <input
          id={`${id}-party`}
          type="number"
          min={1}
          max={limits.party}
          required
          value={party}
          onChange={(event) => setParty(event.target.value)}
        />
      </div>
      <label>
        <input
          type="checkbox"
          checked={isHere}
          onChange={(event) => setHere(event.target.checked)}
        />{' '}
        They are here
      </label>
      <Problem>{problem}</Problem>
      <p>
        <Button type="submit" kind="strong" aria-disabled={isBusy}>
          Add
        </Button>
      </p>
    </form>
  )
}
