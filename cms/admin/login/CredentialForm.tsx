'use client'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import { call, errorMessage } from '../shell/call.ts'

type Field = {
  /** Name in the request. */
  name: string
  label: string
  type: 'email' | 'password'
  /** For password managers, e.g. `current-password`. */
  autoComplete: string
  hint?: string
}

type Props = {
  /** Below /api/ */
  path: string
  fields: readonly Field[]
  /** Sent beside the fields. */
  body?: object
  button: string
  onDone: () => void
}

/** A form with passwords or addresses of staff. A fault is shown above the button and announced. */
export function CredentialForm({ path, fields, body, button, onDone }: Props) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const sent = Object.fromEntries(new FormData(event.currentTarget))
    setBusy(true)
    setFault('')
    try {
      await call(path, { body: { ...sent, ...body } })
      onDone()
    } catch (error) {
      setFault(errorMessage(error))
    }
    setBusy(false)
  }
  return (
    <form className="credential-form" method="post" onSubmit={send}>
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
      <p role="alert" className="credential-fault">
        {fault}
      </p>
      <Button type="submit" kind="strong" unavailable={busy}>
        {button}
      </Button>
    </form>
  )
}
