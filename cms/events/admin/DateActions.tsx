'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import { ConfirmDialog } from '../../admin/shell/ConfirmDialog.tsx'
import { callApi, errorMessage } from '../../admin/shell/call.ts'
import type { DateReply, SplitReply } from '../record-contract.ts'
import { type EventStatus, limits } from '../rules.ts'
import { guestsInWords } from './texts.ts'

/** `set` ends a postponement. */
type Action = 'cancel' | 'postpone' | 'set' | 'leave-out' | 'split'

type Props = {
  id: number
  when: string
  seen: string
  event: number
  status: EventStatus
  guests: number
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
    text: 'Guests keep their places until you set it again.',
  },
  set: {
    title: 'Set it again?',
    label: 'Set it again',
    text: 'It happens at the time that is saved.',
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
  const { id, when, seen, event, guests } = props
  const router = useRouter()
  const reasonId = useId()
  const [dialog, setDialog] = useState<Action | null>(null)
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const open = (action: Action) => {
    setProblem(null)
    setDialog(action)
  }
  const act = async (action: Action) => {
    setBusy(true)
    setProblem(null)
    try {
      const path = `event-dates/${id}/${action}`
      if (action === 'split') {
        const reply = await callApi<SplitReply>(path, { body: {} })
        router.push(`/cms/collections/events/${reply.event}`)
      } else {
        const { message } = await callApi<DateReply>(path, {
          body: { seen, reason: reason || null },
        })
        toast.success(message)
        if (action === 'leave-out') router.push(`/cms/collections/events/${event}`)
        else router.refresh()
      }
      setDialog(null)
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }
  const areGuestsTold =
    guests > 0 && (dialog === 'cancel' || dialog === 'postpone' || dialog === 'set')
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
          {areGuestsTold ? <p>{guestsInWords(guests)} will be told by mail.</p> : null}
          {dialog === 'cancel' && guests ? (
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
  set: 'Set it again',
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
