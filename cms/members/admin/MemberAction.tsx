'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'

const answerMs = 20_000

async function send(path: string, body: object): Promise<void> {
  const answer = await fetch(`/api/members/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(answerMs),
  }).catch(() => null)
  if (answer?.ok) return
  const { message } = (await answer?.json().catch(() => null)) ?? {}
  throw new Error(message ?? 'The server can’t be reached. Please try again.')
}

type Props = {
  label: string
  /** What is asked before it is done; without it, it is done at once. */
  question?: string
  /** What is said when it is done. */
  done: string
  path: 'suspend' | 'let-in' | 'sign-out' | 'unlink'
  body: object
}

/** Something that staff do with a member, which is asked about first where somebody is kept out by it. */
export function MemberAction({ label, question, done, path, body }: Props) {
  const [isAsked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const yes = useRef<HTMLButtonElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const router = useRouter()
  const button = {
    type: 'button',
    className: 'btn btn--style-secondary btn--size-small',
    'aria-disabled': busy || undefined,
  } as const

  useEffect(() => {
    if (isAsked) yes.current?.focus()
  }, [isAsked])
  const close = () => {
    if (busy) return
    setAsked(false)
    requestAnimationFrame(() => first.current?.focus())
  }
  const act = async () => {
    if (busy) return
    setBusy(true)
    try {
      await send(path, body)
      toast.success(done)
      setAsked(false)
      // What was pressed is mostly gone with what it did.
      document.getElementById('member-access')?.focus()
      router.refresh()
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'This could not be done.')
    }
    setBusy(false)
  }
  if (!isAsked) {
    const begin = question ? () => setAsked(true) : act
    return (
      <button {...button} ref={first} onClick={begin}>
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
