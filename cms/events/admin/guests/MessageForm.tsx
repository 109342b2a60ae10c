'use client'
import { type FormEvent, useId, useState } from 'react'
import { randomId } from '../../../../islands/lib/random-id.ts'
import { Button } from '../../../../islands/ui/Button.tsx'
import { ConfirmDialog } from '../../../admin/shell/ConfirmDialog.tsx'
import { Problem } from '../../../admin/shell/Problem.tsx'
import type { PreviewReply } from '../../manage/contract.ts'
import { limits } from '../../rules.ts'
import { useGuestAction } from './use-guest-action.ts'

type Audience = 'going' | 'waiting'
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
  const { isBusy, problem, run, clearProblem } = useGuestAction()
  const showPreview = async (event: FormEvent) => {
    event.preventDefault()
    setPreview(
      await run<PreviewReply>('event-guests/preview', { date: dateId, audience, text }, ''),
    )
  }
  const send = async () => {
    const body = { key, date: dateId, audience, text }
    if (!(await run('event-guests/message', body, 'The mails are on their way.'))) return
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
          <option value="going">{recipients.going} who go</option>
          <option value="waiting">{recipients.waiting} who wait</option>
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
          title={`Send ${preview.recipients} mails`}
          confirmLabel="Send"
          kind="strong"
          isBusy={isBusy}
          isReady={preview.recipients > 0}
          problem={problem}
          onConfirm={() => void send()}
          onClose={() => {
            clearProblem()
            setPreview(null)
          }}
        >
          <p>
            <b>{preview.subject}</b>
          </p>
          <p className="event-guests-mail">{preview.text}</p>
        </ConfirmDialog>
      ) : null}
    </form>
  )
}
