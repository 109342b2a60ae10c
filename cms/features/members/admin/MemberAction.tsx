'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'

const timeoutMs = 20_000

async function send(path: string, body: object): Promise<void> {
  const response = await fetch(`/api/members/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null)
  if (response?.ok) return
  const { message } = (await response?.json().catch(() => null)) ?? {}
  throw new Error(message ?? 'The server can’t be reached. Please try again.')
}

type Props = {
  label: string
  /** Asked before the action. If there is no question, the action runs at once. */
  question?: string
  /** Shown after a success. */
  done: string
  path: 'suspend' | 'let-in' | 'sign-out' | 'unlink' | 'delete' | 'keep'
  body: object
}

/** A button for an action of staff on a member. */
export function MemberAction({ label, question, done, path, body }: Props) {
  const [isConfirming, setConfirming] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const yes = useRef<HTMLButtonElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const router = useRouter()
  const button = {
    type: 'button',
    className: 'btn btn--style-secondary btn--size-small',
    'aria-disabled': isBusy || undefined,
  } as const

  useEffect(() => {
    if (isConfirming) yes.current?.focus()
  }, [isConfirming])
  const close = () => {
    if (isBusy) return
    setConfirming(false)
    requestAnimationFrame(() => opener.current?.focus())
  }
  const act = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await send(path, body)
      toast.success(done)
      setConfirming(false)
      // The focus moves to the heading, because the action usually removes this button.
      document.getElementById('member-access')?.focus()
      router.refresh()
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'This could not be done.')
    }
    setBusy(false)
  }
  if (!isConfirming) {
    const begin = question ? () => setConfirming(true) : act
    return (
      <button {...button} ref={opener} onClick={begin}>
        {label}
      </button>
    )
  }
  return (
    <fieldset
      className="member-question"
      onKeyDown={({ key }) => {
        if (key === 'Escape') close()
      }}
    >
      <legend>{question}</legend>
      <button {...button} ref={yes} onClick={act}>
        {label}
      </button>
      <button {...button} onClick={close}>
        No
      </button>
    </fieldset>
  )
}
