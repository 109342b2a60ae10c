'use client'
import { type ComponentProps, type FormEvent, useRef, useState } from 'react'
import { callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import type { AddReply } from '../contract.ts'
import { interests, maxLengths } from '../rules.ts'

const LabelledInput = ({
  label,
  hint,
  ...rest
}: ComponentProps<'input'> & { label: string; hint?: string }) => (
  <div className="lists-field">
    <label htmlFor={`add-${rest.name}`}>{label}</label>
    <input
      id={`add-${rest.name}`}
      {...rest}
      {...(hint && { 'aria-describedby': `add-${rest.name}-hint` })}
    />
    {hint ? (
      <p id={`add-${rest.name}-hint`} className="admin-quiet">
        {hint}
      </p>
    ) : null}
  </div>
)

/** @param today `YYYY-MM-DD` on the venue's calendar */
export function AddForm({ today }: { today: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [added, setAdded] = useState<(AddReply & { email: string }) | null>(null)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '')
    setBusy(true)
    setProblem(null)
    setAdded(null)
    try {
      const body = {
        email: text('email'),
        name: text('name'),
        interests: data.getAll('interests'),
        consent_on: text('consent_on'),
        consent_where: text('consent_where'),
        on_paper: text('consent') === 'paper',
      }
      setAdded({ ...(await callApi<AddReply>('newsletter/add', { body })), email: body.email })
      form.current?.reset()
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }
  return (
    <form ref={form} className="lists-form" onSubmit={send}>
      <LabelledInput
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="off"
        maxLength={maxLengths.email}
      />
      <LabelledInput
        label="Name, if they said it"
        name="name"
        autoComplete="off"
        maxLength={maxLengths.name}
      />
      <fieldset className="lists-choice">
        <legend>Interested in, if they said it</legend>
        {interests.map((each) => (
          <label key={each}>
            <input type="checkbox" name="interests" value={each} />
            <span>{each}</span>
          </label>
        ))}
      </fieldset>
      <LabelledInput
        label="They agreed on"
        name="consent_on"
        type="date"
        required
        defaultValue={today}
        max={today}
      />
      <LabelledInput
        label="Where"
        name="consent_where"
        required
        maxLength={200}
        hint="For example: at the bar, or: list at the choir evening. It is kept with your name."
      />
      <fieldset className="lists-choice">
        <legend>How they agreed</legend>
        <label>
          <input type="radio" name="consent" value="said" defaultChecked />
          <span>
            <b>They said so.</b> A mail asks them to confirm it. Letters come when they do.
          </span>
        </label>
        <label>
          <input type="radio" name="consent" value="paper" />
          <span>
            <b>On paper, signed, and we keep it.</b> They get letters from now on, without that
            mail.
          </span>
        </label>
      </fieldset>
      <Problem>{problem}</Problem>
      <p role="status" className="lists-added">
        {added ? (
          <>
            {added.state === 'active'
              ? `${added.email} gets letters from now on. `
              : `A mail is on its way to ${added.email}, with a button to confirm it. `}
            <CmsLink href={`/cms/collections/subscribers/${added.id}`}>See the subscriber</CmsLink>
          </>
        ) : null}
      </p>
      <p>
        <Button type="submit" kind="strong" unavailable={isBusy}>
          Add them
        </Button>
      </p>
    </form>
  )
}
