'use client'
import { toast } from '@payloadcms/ui'
import { type FormEvent, useId, useState } from 'react'
import { randomId } from '../../../../islands/lib/random-id.ts'
import { Button } from '../../../../islands/ui/Button.tsx'
import { Problem } from '../../../admin/shell/Problem.tsx'
import type { LinkReply } from '../../manage/contract.ts'
import { type LinkScope, limits, linkScopes } from '../../rules.ts'
import { LinkAddress } from './LinkAddress.tsx'
import { scopeTexts } from './texts.ts'
import { useGuestAction } from './use-guest-action.ts'

/** The form with which publishers make a link for an organiser. They copy the link if they give no email address. */
export function LinkForm({ dateId }: { dateId: number }) {
  const id = useId()
  const [key, setKey] = useState(randomId)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [scope, setScope] = useState<LinkScope>('door')
  const [made, setMade] = useState<LinkReply | null>(null)
  const { isBusy, problem, run } = useGuestAction()
  const make = async (event: FormEvent) => {
    event.preventDefault()
    const body = { key, date: dateId, name, email, scope, mailed: email !== '' }
    const reply = await run<LinkReply>('event-links', body, '')
    if (!reply) return
    toast.success(reply.mailed ? `Mailed to ${email}.` : 'Made. Copy it now.')
    setMade(reply)
    setKey(randomId())
    setName('')
    setEmail('')
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
        <label htmlFor={`${id}-email`}>Their email: the link is mailed, and a lost one again</label>
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
