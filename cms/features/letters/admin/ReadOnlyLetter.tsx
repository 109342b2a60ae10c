'use client'
import { useLiveReply } from '../../../platform/admin/calls/use-live-reply.ts'
import { useReply } from '../../../platform/admin/calls/use-reply.ts'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { MailFrame } from '../../../platform/mail/admin/MailFrame.tsx'
import type { PreviewReply } from '../contract.ts'
import { useDraft, useLetter } from './use-letter.ts'

/** Shows a letter that is not a draft, as it was sent or will be sent. */
export function ReadOnlyLetter() {
  const { id, state } = useLetter()
  if (id === null || state === 'draft') return null
  return (
    <section className="letter-readonly" aria-labelledby="letter-readonly">
      <h2 id="letter-readonly">The letter</h2>
      {state === 'scheduled' ? <ScheduledLetter /> : <SentLetter id={id} />}
    </section>
  )
}

function ScheduledLetter() {
  const { reply, problem } = useLiveReply<PreviewReply>('letter/preview', useDraft())
  return <LetterFrame reply={reply} problem={problem} />
}

function SentLetter({ id }: { id: number }) {
  return <LetterFrame {...useReply<PreviewReply>(`letter/sent?id=${id}`)} />
}

function LetterFrame({ reply, problem }: { reply: PreviewReply | null; problem: string | null }) {
  if (problem) return <Problem>{problem}</Problem>
  return reply ? <MailFrame content={reply} /> : <p className="admin-quiet">Setting the letter …</p>
}
