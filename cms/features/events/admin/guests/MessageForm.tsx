'use client'
import { type FormEvent, useId, useState } from 'react'
import { useCall } from '../../../../platform/admin/calls/use-call.ts'
import { ConfirmDialog } from '../../../../platform/admin/shell/ConfirmDialog.tsx'
import { Problem } from '../../../../platform/admin/shell/Problem.tsx'
import { mailsInWords } from '../../../../platform/mail/rules.ts'
import { Button } from '../../../../platform/ui/Button.tsx'
import { randomId } from '../../../../platform/ui/random-id.ts'
import type { PreviewReply } from '../../manage/contract.ts'
import { type Audience, limits } from '../../rules.ts'

type Props = { dateId: number; recipients: Record<Audience, number>; messagesLeft: number }

/**
 * The form with which staff send a mail to the guests who are going, or to those who are waiting. A preview is shown
 * before the mail is sent.
 */
export function MessageForm({ dateId, recipients, messagesLeft }: Props) {
  const id = useId()
  const [key, setKey] = useState(randomId)
  const [audience, setAudience] = useState<Audience>('going')
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<PreviewReply | null>(null)
  const { isBusy, problem, setProblem, call } = useCall()
  const showPreview = async (event: FormEvent) => {
    event.preventDefault()
    setPreview(await call('event-guests/preview', { date: dateId, audience, text }))
  }
  const send = async () => {
    const body = { key, date: dateId, audience, text }
    const done = 'The mails are on their way.'
    if (!(await call('event-guests/message', body, { done }))) return
    setKey(randomId())
    setText('')
    setPreview(null)
  }
  if (!messagesLeft) return <p className="admin-quiet">Two messages in 24 hours are enough.</p>
  return (
    <form className="lists-form" onSubmit={showPreview}>
      <div className="lists-field">
        <label htmlFor={`${id}-audience`}>To</label>
        <select
          id={`${id}-audience`}
          value={audience}
          onChange={(event) => setAudience(event.target.value as Audience)}
        >
          <option value="going">Those who go: {mailsInWords(recipients.going)}</option>
          <option value="waiting">Those who wait: {mailsInWords(recipients.waiting)}</option>
        </select>
      </div>
      <div className="lists-field">
        <label htmlFor={`${id}-text`}>Message</label>
        <textarea
          id={`${id}-text`}
          rows={5}
          value={text}
          required
          maxLength={limits.message}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {preview ? null : <Problem>{problem}</Problem>}
      <p>
        <Button type="submit">See the mail …</Button>
      </p>
      {preview ? (
        <ConfirmDialog
          title={`Send ${mailsInWords(preview.recipients)}`}
          confirmLabel="Send"
          kind="strong"
          isBusy={isBusy}
          isReady={preview.recipients > 0}
          problem={problem}
          onConfirm={() => void send()}
          onClose={() => {
            setProblem(null)
            setPreview(null)
          }}
        >
          <p>
            <b>{preview.subject}</b>
          </p>
          <p className="guests-mail">{preview.text}</p>
        </ConfirmDialog>
      ) : null}
    </form>
  )
}
