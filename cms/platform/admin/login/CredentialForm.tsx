'use client'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { errorMessage } from '../calls/call.ts'

export type CredentialField = {
  /** Name in the request. */
  name: string
  label: string
  type: 'email' | 'password' | 'text'
  /** For password managers, e.g. `current-password`. */
  autoComplete: string
  hint?: string
  defaultValue?: string
  maxLength?: number
}

type Props = {
  fields: readonly CredentialField[]
  /** @throws CallError, whose message is shown */
  send: (values: Record<string, unknown>) => Promise<unknown>
  button: string
  onDone: () => void
}

/**
 * A form with passwords or addresses of staff. A problem is shown above the button, and screen readers
 * announce it.
 */
export function CredentialForm({ fields, send, button, onDone }: Props) {
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const values = Object.fromEntries(new FormData(event.currentTarget))
    setBusy(true)
    setProblem('')
    try {
      await send(values)
      onDone()
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }
  return (
    <form className="credential-form" method="post" onSubmit={submit}>
      {fields.map(({ name, label, hint, ...input }) => (
        <div key={name}>
          <label htmlFor={`${id}-${name}`}>{label}</label>
          <input
            id={`${id}-${name}`}
            name={name}
            required
            {...input}
            aria-describedby={hint ? `${id}-${name}-hint` : undefined}
          />
          {hint && <p id={`${id}-${name}-hint`}>{hint}</p>}
        </div>
      ))}
      <p role="alert" className="credential-problem">
        {problem}
      </p>
      <Button type="submit" kind="strong" unavailable={isBusy}>
        {button}
      </Button>
    </form>
  )
}
