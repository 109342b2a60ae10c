'use client'
import { type FormEvent, useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { limits } from '../rules.ts'

const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

/** A message to all who have portions. */
export function MessageForm({ drop }: { drop: number }) {
  const [key, setKey] = useState(newKey)
  const [text, setText] = useState('')
  const { isBusy, problem, call } = useCall()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await call<{ told: number }>(
      'secret-kitchen-list/message',
      { drop, key, text },
      { done: ({ told }) => `${told || 'Nobody'} told.` },
    )
    if (!reply) return
    setText('')
    setKey(newKey())
  }
  return (
    <details>
      <summary>Write to them</summary>
      <form className="drops__form" onSubmit={(event) => void send(event)}>
        <label>
          <span>What they should know</span>
          <textarea
            rows={3}
            required
            maxLength={limits.messageLength}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        {problem ? <p role="alert">{problem}</p> : null}
        <button
          type="submit"
          className="ui-button"
          data-kind="strong"
          aria-disabled={isBusy || undefined}
        >
          Send it to everybody with a claim
        </button>
      </form>
    </details>
  )
}
