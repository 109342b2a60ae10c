'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import { callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import { ConfirmDialog } from '../../../platform/admin/shell/ConfirmDialog.tsx'
import { formatDate } from '../../../platform/admin/shell/format.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { formatMoney } from '../../../platform/ui/money.ts'
import { randomId } from '../../../platform/ui/random-id.ts'
import type { BookedMovement } from '../service.ts'
import './movements.css'

type Props = {
  movement: BookedMovement
  /** What the movement was for. */
  title: string
  /** Who booked the movement. */
  bookedBy: string
  currency: string
  timeZone: string
  today: string
  /** The call below /api/ that reverses the movement. Null if this page can't reverse it. */
  reversePath: string | null
  /** Where else the reason of a reversal can be read, such as `on /common-good`. */
  shownOn: string
}

/** In characters. */
const maxReasonLength = 200

/** A movement of an account, with the dialog that reverses it. */
export function MovementRow({
  movement,
  title,
  bookedBy,
  currency,
  timeZone,
  today,
  reversePath,
  shownOn,
}: Props) {
  const { id, amountCents, event_at, created_at, reverses, reversed_by } = movement
  const [isOpen, setOpen] = useState(false)
  // The locale `en-CA` writes a date as `YYYY-MM-DD`.
  const dayOf = (at: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(at))
  const [day, bookedOn] = [dayOf(event_at), dayOf(created_at)]
  const amount = formatMoney(amountCents, currency)
  return (
    <li id={`movement-${id}`} data-reversed={reversed_by !== null || undefined}>
      <time dateTime={day}>{formatDate(day, today)}</time>
      <p className="movements-what">
        {reverses ? <b>Reversal of no. {reverses}: </b> : null}
        {title}
      </p>
      <p className="movements-amount">{amountCents > 0 ? `+${amount}` : amount}</p>
      <p className="movements-by admin-quiet">
        No. {id} · {bookedBy}
        {bookedOn === day ? null : `, booked ${formatDate(bookedOn, today)}`}
        {reversed_by ? ` · reversed by no. ${reversed_by}` : null}
      </p>
      {reversePath ? (
        <Button onClick={() => setOpen(true)}>
          Reverse<span className="sr"> no. {id}</span>
        </Button>
      ) : null}
      {isOpen && reversePath ? (
        <ReverseDialog
          id={id}
          path={reversePath}
          shownOn={shownOn}
          description={`${amount}, ${title}`}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </li>
  )
}

type DialogProps = Pick<Props, 'shownOn'> & {
  id: number
  path: string
  description: string
  onClose: () => void
}

function ReverseDialog({ id, path, shownOn, description, onClose }: DialogProps) {
  const router = useRouter()
  // A repeated request, for example after a double click, sends the same key.
  const [key] = useState(randomId)
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const field = useId()
  const reverse = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const reply = await callApi<object>(path, { body: { key, transfer: id, reason } })
      toast.success(
        // Status 202: a second person has to approve the reversal.
        'request' in reply
          ? 'Asked. Somebody else approves it, under Common Good.'
          : `No. ${id} is reversed.`,
      )
      router.refresh()
      onClose()
    } catch (error) {
      setProblem(errorMessage(error))
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      title={`Reverse no. ${id}`}
      confirmLabel="Reverse"
      kind="danger"
      isBusy={isBusy}
      isReady={reason.trim() !== ''}
      problem={problem}
      onConfirm={() => void reverse()}
      onClose={onClose}
    >
      <p>{description}</p>
      <p>
        A line of its own moves the amount back. Both stay in the list with your reason, here and{' '}
        {shownOn}, and nobody can change or delete them.
      </p>
      <div className="lists-field">
        <label htmlFor={field}>Reason</label>
        <input
          id={field}
          value={reason}
          required
          maxLength={maxReasonLength}
          autoComplete="off"
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </ConfirmDialog>
  )
}
