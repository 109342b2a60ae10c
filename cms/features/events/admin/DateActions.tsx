'use client'
import { useId, useState } from 'react'
import { useCall } from '../../../platform/admin/calls/use-call.ts'
import { ConfirmDialog } from '../../../platform/admin/shell/ConfirmDialog.tsx'
import { mailsInWords } from '../../../platform/mail/rules.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { type EventStatus, limits } from '../rules.ts'
import type { DateReply, SplitReply } from '../series/record-contract.ts'

/** `set` ends a postponement. */
type Action = 'cancel' | 'postpone' | 'set' | 'leave-out' | 'split'

type Props = {
  id: number
  when: string
  seen: string
  event: number
  status: EventStatus
  /** How many guests get a mail about a change, and about a cancellation. */
  mails: number
  cancelMails: number
  isSeries: boolean
  hasReservations: boolean
  isPublisher: boolean
}

const dialogs: Record<Action, { title: string; label: string; text: string }> = {
  split: {
    title: 'Change this and the following dates?',
    label: 'Split the series here',
    text: 'From this date on it becomes a series of its own, which you change next. Reservations and addresses stay, and nobody notices yet.',
  },
  postpone: {
    title: 'Postpone this date?',
    label: 'Postpone this date',
    text: 'Guests keep their places until you confirm a time.',
  },
  set: {
    title: 'Does it take place after all?',
    label: 'Confirm the time',
    text: 'It is no longer postponed, and takes place at the time that is saved.',
  },
  cancel: {
    title: 'Cancel this date?',
    label: 'Cancel this date',
    text: 'What is held from credit is released. This can’t be undone.',
  },
  'leave-out': {
    title: 'Leave this date out?',
    label: 'Leave it out',
    text: 'It is not a date of the series any more. Nobody has reserved for it.',
  },
}

/** Buttons for the actions on one date. Each button opens a dialog in which staff confirm the action. */
export function DateActions(props: Props) {
  const { id, when, seen, event } = props
  const reasonId = useId()
  const [dialog, setDialog] = useState<Action | null>(null)
  const [reason, setReason] = useState('')
  const { isBusy, problem, setProblem, call } = useCall()
  const open = (action: Action) => {
    setProblem(null)
    setDialog(action)
  }
  const act = async (action: Action) => {
    const path = `event-dates/${id}/${action}`
    const recordPath = (record: number) => `/cms/collections/events/${record}`
    const reply =
      action === 'split'
        ? await call<SplitReply>(path, {}, { next: (reply) => recordPath(reply.event) })
        : await call<DateReply>(
            path,
            { seen, reason: reason || null },
            {
              done: ({ message }) => message,
              ...(action === 'leave-out' && { next: () => recordPath(event) }),
            },
          )
    if (reply) setDialog(null)
  }
  const mails =
    dialog === 'cancel'
      ? props.cancelMails
      : dialog === 'postpone' || dialog === 'set'
        ? props.mails
        : 0
  return (
    <div className="event-actions">
      {actionsOf(props).map((action) => (
        <Button
          key={action}
          kind={action === 'cancel' ? 'danger' : 'plain'}
          onClick={() => open(action)}
        >
          {buttonNames[action]} …
        </Button>
      ))}
      {dialog ? (
        <ConfirmDialog
          title={dialogs[dialog].title}
          confirmLabel={dialogs[dialog].label}
          kind={dialog === 'cancel' ? 'danger' : 'strong'}
          {...{ isBusy, problem }}
          onConfirm={() => act(dialog)}
          onClose={() => setDialog(null)}
        >
          <p>{when}</p>
          <p>{dialogs[dialog].text}</p>
          {mails ? <p>Guests are told: {mailsInWords(mails)}.</p> : null}
          {mails && (dialog === 'cancel' || dialog === 'postpone') ? (
            <p>
              <label htmlFor={reasonId}>What they read (optional)</label>
              <input
                id={reasonId}
                value={reason}
                maxLength={limits.note}
                placeholder="The band is ill."
                onChange={({ target }) => setReason(target.value)}
              />
            </p>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

const buttonNames: Record<Action, string> = {
  split: 'Change this and the following dates',
  postpone: 'Postpone this date',
  set: 'Confirm the time',
  cancel: 'Cancel this date',
  'leave-out': 'Leave this date out',
}

function actionsOf({ isSeries, status, hasReservations, isPublisher }: Props): Action[] {
  const isCancellable = status === 'published' || status === 'postponed'
  return [
    ...(isSeries ? (['split'] as const) : []),
    ...(isPublisher && status === 'published' ? (['postpone'] as const) : []),
    ...(isPublisher && status === 'postponed' ? (['set'] as const) : []),
    ...(isSeries && !hasReservations ? (['leave-out'] as const) : []),
    ...(isPublisher && isCancellable ? (['cancel'] as const) : []),
  ]
}
