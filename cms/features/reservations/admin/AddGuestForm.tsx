'use client'
import { type FormEvent, useId, useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { randomId } from '../../../platform/ui/random-id.ts'
import { limits } from '../rules.ts'
import type { StaffReply } from '../staff/contract.ts'
import type { ListCalls } from './listed-guest.ts'

/** The form that adds a guest to a list. */
export function AddGuestForm({ calls }: { calls: ListCalls }) {
  const id = useId()
  // A repeated request has the same key, for example after a double click or a lost reply.
  const [key, setKey] = useState(randomId)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [party, setParty] = useState('1')
  const [isHere, setHere] = useState(false)
  const { isBusy, problem, call } = useCall()
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const body = { ...calls.about, key, name, email, party: Number(party), is_here: isHere }
    const done = ({ rsvp }: StaffReply) =>
      rsvp.status === 'waitlisted'
        ? 'It is full. They are on the waitlist.'
        : 'They are on the list.'
    if (!(await call(`${calls.path}/add`, body, { done }))) return
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
