'use client'
import { useEffect, useState } from 'react'
import { call, errorMessage } from '../../admin/shell/call.ts'
import { MailFrame } from '../../mail/admin/MailFrame.tsx'
import type { PreviewReply } from '../contract.ts'
import { useAsked } from './use-asked.ts'
import { useLetter, useWritten } from './use-letter.ts'

/** A letter that nobody writes on any more: as it will go out, or as it went out. */
export function TheLetter() {
  const { id, state } = useLetter()
  if (id === null || state === 'draft') return null
  return (
    <section className="the-letter" aria-labelledby="the-letter">
      <h2 id="the-letter">The letter</h2>
      {state === 'scheduled' ? <AsItWillGo /> : <AsItWent id={id} />}
    </section>
  )
}

function AsItWillGo() {
  const { reply, fault } = useAsked<PreviewReply>('letter/preview', useWritten())
  return <Shown reply={reply} fault={fault} />
}

function AsItWent({ id }: { id: number }) {
  const [reply, setReply] = useState<PreviewReply | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    call<PreviewReply>(`letter/sent?id=${id}`, { signal: asking.signal })
      .then(setReply)
      .catch((error) => {
        if (!asking.signal.aborted) setFault(errorMessage(error))
      })
    return () => asking.abort()
  }, [id])
  return <Shown reply={reply} fault={fault} />
}

function Shown({ reply, fault }: { reply: PreviewReply | null; fault: string | null }) {
  if (fault) {
    return (
      <p className="admin-warning" role="alert">
        {fault}
      </p>
    )
  }
  return reply ? <MailFrame content={reply} /> : <p className="admin-quiet">Setting the letter …</p>
}
