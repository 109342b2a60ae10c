'use client'
import { type FormEvent, useId, useState } from 'react'
import { useCall } from '../../../../platform/admin/calls/use-call.ts'
import { Problem } from '../../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../../platform/ui/Button.tsx'
import { randomId } from '../../../../platform/ui/random-id.ts'
import type { LinkReply } from '../../manage/contract.ts'
import { type LinkScope, limits, linkScopes } from '../../rules.ts'
import { LinkAddress } from './LinkAddress.tsx'
import { scopeTexts } from './texts.ts'

/** The form with which publishers make a link for an organiser. They copy the link if they give no email address. */
export function LinkForm({
  dateId,
  when,
  dates,
}: {
  dateId: number
  /** When the date is: `Thu 3 Dec, 19:30–22:00`. */
  when: string
  /** How many dates the event has. */
  dates: number
}) {
  const id = useId()
  const [key, setKey] = useState(randomId)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [scope, setScope] = useState<LinkScope>('door')
  const [isForSeries, setIsForSeries] = useState(false)
  const [made, setMade] = useState<LinkReply | null>(null)
  const { isBusy, problem, call } = useCall()
  const make = async (event: FormEvent) => {
    event.preventDefault()
    const body = {
      ...{ key, date: dateId, whole_series: isForSeries },
      ...{ name, email, scope, mailed: email !== '' },
    }
    const reply = await call<LinkReply>('event-links', body, {
      done: ({ mailed }) => (mailed ? `Mailed to ${email}.` : 'Made. Copy it now.'),
    })
    if (!reply) return
    setMade(reply)
    setKey(randomId())
    setName('')
    setEmail('')
    setIsForSeries(false)
  }
  return (
    <form className="lists-form" onSubmit={make}>
      <div className="lists-field">
        <label htmlFor={`${id}-name`}>For whom</label>
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
        <label htmlFor={`${id}-email`}>Their email, if they get the link by mail</label>
        <input
          id={`${id}-email`}
          type="email"
          value={email}
          autoComplete="off"
          onChange={(event) => setEmail(event.target.value)}
        />
      </div>
      <div className="lists-field">
        <label htmlFor={`${id}-scope`}>What it can do</label>
        <select
          id={`${id}-scope`}
          value={scope}
          onChange={(event) => setScope(event.target.value as LinkScope)}
        >
          {linkScopes.map((each) => (
            <option key={each} value={each}>
              {scopeTexts[each]}
            </option>
          ))}
        </select>
      </div>
      {dates > 1 ? (
        <fieldset className="event-opens">
          <legend>What it opens</legend>
          <label>
            <input
              type="radio"
              name={`${id}-opens`}
              checked={!isForSeries}
              onChange={() => setIsForSeries(false)}
            />
            Only {when}
          </label>
          <label>
            <input
              type="radio"
              name={`${id}-opens`}
              checked={isForSeries}
              onChange={() => setIsForSeries(true)}
            />
            The whole series: all {dates} dates, and those that are added later
          </label>
        </fieldset>
      ) : null}
      <Problem>{problem}</Problem>
      <p>
        <Button type="submit" kind="strong" aria-disabled={isBusy}>
          Make a link
        </Button>
      </p>
      {made ? <LinkAddress url={made.url} /> : null}
    </form>
  )
}
