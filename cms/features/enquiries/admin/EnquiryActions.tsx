'use client'
import { type ReactNode, useId, useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { ConfirmDialog } from '../../../platform/admin/shell/ConfirmDialog.tsx'
import { Problem } from '../../../platform/admin/shell/Problem.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { randomId } from '../../../platform/ui/random-id.ts'
import { type LostReason, limits, lostReasons, type StaffAction } from '../rules.ts'
import type { EventReply } from '../staff/contract.ts'
import { type QuoteDefaults, QuoteForm } from './QuoteForm.tsx'
import { lostNames } from './texts.ts'

type Props = {
  id: number
  version: number
  allowed: StaffAction[]
  mayExport: boolean
  mayErase: boolean
  isPaid: boolean
  event: number | null
  defaults: QuoteDefaults
}

/** What staff can do with an enquiry now. */
export function EnquiryActions(props: Props) {
  const { id, version, allowed, mayExport, mayErase, isPaid, event, defaults } = props
  const target = { id, version }
  const [asked, setAsked] = useState<'withdraw' | 'win' | 'lose' | 'erase' | null>(null)
  // A sent quote empties and closes its form; nothing else does, so that what was typed is not lost.
  const [sentQuotes, setSentQuotes] = useState(0)
  const { isBusy, problem, call } = useCall({ refreshesWhenStale: true })
  const has = (action: StaffAction) => allowed.includes(action)
  const act = async (path: string, body: object, done: string) => {
    if (await call(`enquiries/${path}`, body, { done })) setAsked(null)
  }
  const ask = { isBusy, problem, onClose: () => setAsked(null) }
  return (
    <div className="enquiries-actions">
      {has('mail') ? (
        <TextForm
          title="Write to them"
          path="enquiries/mail"
          target={target}
          hasSubject
          subject={`Your enquiry: ${defaults.kind}`}
          label="Mail"
          button="Send the mail"
          done="The mail is on its way."
        />
      ) : null}
      {has('quote') ? (
        <details key={sentQuotes}>
          <summary>Send a quote</summary>
          <QuoteForm
            target={target}
            defaults={defaults}
            onSent={() => setSentQuotes(sentQuotes + 1)}
          />
        </details>
      ) : null}
      <details>
        <summary>Note for staff</summary>
        <TextForm
          path="enquiries/note"
          target={{ id }}
          label="Note"
          button="Keep it"
          done="Kept."
        />
      </details>
      {has('mail') ? (
        <details>
          <summary>Paste a reply of theirs</summary>
          <TextForm
            path="enquiries/reply"
            target={{ id }}
            label="What they wrote elsewhere"
            button="Keep it"
            done="Kept."
          />
        </details>
      ) : null}
      <div className="enquiries-ways">
        {has('win') ? (
          <Button onClick={() => setAsked('win')}>They said yes in another way …</Button>
        ) : null}
        {has('draft_event') ? (
          event === null ? (
            <Button
              unavailable={isBusy}
              onClick={() =>
                void call<EventReply>('enquiries/event', target, {
                  done: 'The draft is made.',
                  next: (reply) => `/cms/collections/events/${reply.event}`,
                })
              }
            >
              Make a draft of an event
            </Button>
          ) : (
            <CmsLink href={`/cms/collections/events/${event}`}>Its event</CmsLink>
          )
        ) : null}
        {has('withdraw') && !isPaid ? (
          <Button onClick={() => setAsked('withdraw')}>Withdraw the quote …</Button>
        ) : null}
        {has('lose') ? <Button onClick={() => setAsked('lose')}>Close as lost …</Button> : null}
        {has('reopen') ? (
          <Button
            unavailable={isBusy}
            onClick={() => void act('reopen', target, 'It is open again.')}
          >
            Open it again
          </Button>
        ) : null}
        {mayExport ? (
          // Everything that is stored about this person’s enquiries, if they ask for it.
          <a href={`/api/enquiries/data/${id}`} download>
            Their data (JSON)
          </a>
        ) : null}
        {mayErase ? (
          <Button kind="danger" onClick={() => setAsked('erase')}>
            Erase whose it was …
          </Button>
        ) : null}
      </div>
      {asked === null ? <Problem>{problem}</Problem> : null}
      {asked === 'win' ? (
        <ConfirmDialog
          {...ask}
          title="They said yes"
          confirmLabel="The date is theirs"
          kind="strong"
          onConfirm={() => void act('win', target, 'Won. They get a mail.')}
        >
          <p>
            The space is taken for good, and they get a mail. Only deposits that are paid by card
            are booked here: write into the notes how they pay.
          </p>
        </ConfirmDialog>
      ) : null}
      {asked === 'withdraw' ? (
        <ConfirmDialog
          {...ask}
          title="Withdraw the quote"
          confirmLabel="Withdraw it"
          kind="danger"
          onConfirm={() => void act('withdraw', target, 'Withdrawn. The date is free again.')}
        >
          <p>Nobody can accept it any more, and the date is free again. Write to them why.</p>
        </ConfirmDialog>
      ) : null}
      {asked === 'erase' ? (
        <ConfirmDialog
          {...ask}
          title="Erase whose it was"
          confirmLabel="Erase"
          kind="danger"
          onConfirm={() => void act('erase', { id }, 'Erased.')}
        >
          <p>
            Name, address, words, messages and files are deleted. Kind, days and prices stay. This
            can’t be undone.
          </p>
        </ConfirmDialog>
      ) : null}
      {asked === 'lose' ? (
        <LoseDialog
          isPaid={isPaid}
          ask={ask}
          onLose={(body) => void act('lose', { ...target, ...body }, 'Closed.')}
        />
      ) : null}
    </div>
  )
}

type TextProps = {
  title?: string
  path: string
  target: object
  hasSubject?: boolean
  subject?: string
  label: string
  button: string
  done: string
}

/** A text that is sent or kept. What was typed stays if that fails. */
function TextForm({
  title,
  path,
  target,
  hasSubject,
  subject = '',
  label,
  button,
  done,
}: TextProps) {
  const id = useId()
  const [key, setKey] = useState(randomId)
  const [heading, setHeading] = useState(subject)
  const [text, setText] = useState('')
  const { isBusy, problem, call } = useCall({ refreshesWhenStale: true })
  const send = async () => {
    const body = { ...target, key, text, ...(hasSubject && { subject: heading }) }
    if (!(await call(path, body, { done }))) return
    setText('')
    setKey(randomId())
  }
  return (
    <form
      className="lists-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {title ? <h2>{title}</h2> : null}
      {hasSubject ? (
        <div className="lists-field">
          <label htmlFor={`${id}-subject`}>Subject</label>
          <input
            id={`${id}-subject`}
            value={heading}
            required
            maxLength={limits.subject}
            onChange={(event) => setHeading(event.target.value)}
          />
        </div>
      ) : null}
      <div className="lists-field">
        <label htmlFor={`${id}-text`}>{label}</label>
        <textarea
          id={`${id}-text`}
          value={text}
          rows={5}
          required
          maxLength={limits.words}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Problem>{problem}</Problem>
      <p>
        <Button type="submit" kind={hasSubject ? 'strong' : 'plain'} unavailable={isBusy}>
          {isBusy ? 'One moment …' : button}
        </Button>
      </p>
    </form>
  )
}

type Ask = { isBusy: boolean; problem: ReactNode; onClose: () => void }

function LoseDialog({
  isPaid,
  ask,
  onLose,
}: {
  isPaid: boolean
  ask: Ask & { problem: string | null }
  onLose: (body: object) => void
}) {
  const id = useId()
  const [reason, setReason] = useState<LostReason | ''>('')
  const [words, setWords] = useState('')
  const [refund, setRefund] = useState(true)
  return (
    <ConfirmDialog
      {...ask}
      title="Close as lost"
      confirmLabel="Close it"
      kind="danger"
      isReady={reason !== ''}
      onConfirm={() => onLose({ reason, words, refund: isPaid && refund })}
    >
      <p>The date is free again. They get no mail: write to them before, if they don’t know.</p>
      <div className="lists-field">
        <label htmlFor={`${id}-reason`}>Why?</label>
        <select
          id={`${id}-reason`}
          value={reason}
          onChange={(event) => setReason(event.target.value as LostReason)}
        >
          <option value="">Choose one</option>
          {lostReasons.map((each) => (
            <option key={each} value={each}>
              {lostNames[each]}
            </option>
          ))}
        </select>
      </div>
      <div className="lists-field">
        <label htmlFor={`${id}-words`}>More about it, for staff</label>
        <input
          id={`${id}-words`}
          value={words}
          maxLength={300}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      {isPaid ? (
        <p>
          <label className="enquiries-check">
            <input
              type="checkbox"
              checked={refund}
              onChange={(event) => setRefund(event.target.checked)}
            />{' '}
            Pay the deposit back to their card
          </label>
        </p>
      ) : null}
    </ConfirmDialog>
  )
}
