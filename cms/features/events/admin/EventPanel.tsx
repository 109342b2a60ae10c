'use client'
import './events.css'
import { useDocumentInfo } from '@payloadcms/ui'
import { useState } from 'react'
import { callApi } from '../../../platform/admin/calls/call.ts'
import { useReply } from '../../../platform/admin/calls/use-reply.ts'
import { ActionOutcome } from '../../../platform/admin/forms/ActionOutcome.tsx'
import { useOpenRecord } from '../../../platform/admin/forms/use-open-record.ts'
import { useRecordAction } from '../../../platform/admin/forms/use-record-action.ts'
import { ConfirmDialog } from '../../../platform/admin/shell/ConfirmDialog.tsx'
import { useMay } from '../../../platform/admin/shell/use-may.ts'
import { mailsInWords } from '../../../platform/mail/rules.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { canBecome, type EventStatus, eventPath, limits } from '../rules.ts'
import type { DatesReply, RecordAction, StatusReply } from '../series/record-contract.ts'
import { statusNames } from './texts.ts'

const statusAfter: Record<RecordAction, EventStatus> = {
  publish: 'published',
  draft: 'draft',
  postpone: 'postponed',
  cancel: 'cancelled',
}

/** The panel beside an event: the status of the event, and buttons for the actions of publishers. */
export function EventPanel() {
  const { data } = useDocumentInfo()
  const { id, isModified, updatedAt } = useOpenRecord()
  const canPublish = useMay()('events.publish')
  const saved = (data?.status as EventStatus | undefined) ?? 'draft'
  const [newStatus, setNewStatus] = useState<{ status: EventStatus; for: string | null } | null>(
    null,
  )
  const status = newStatus && newStatus.for === updatedAt ? newStatus.status : saved
  const [dialog, setDialog] = useState<RecordAction | null>(null)
  const [reason, setReason] = useState('')
  const { running, outcome, problemOf, save, act } = useRecordAction<RecordAction, StatusReply>({
    send: ({ action, seen }) =>
      callApi(`event-list/${id}/status`, { body: { action, seen, reason: reason || null } }),
    onActed: ({ state }) => setNewStatus({ status: state, for: updatedAt }),
    refreshProgress: async () => {},
    noun: 'event',
  })
  const can = (action: RecordAction) =>
    canPublish && id !== null && canBecome(status, statusAfter[action])
  const open = async (action: RecordAction) => {
    if (await save(action)) setDialog(action)
  }
  const confirm = async (action: RecordAction) => {
    if (await act(action)) setDialog(null)
  }
  const slug = data?.slug as string | undefined
  return (
    <div className="event-panel record-panel admin-inputs">
      <h2 data-state={status}>{statusNames[status]}</h2>
      {id === null ? (
        <p className="admin-quiet">Save it as a draft first. Nobody sees it.</p>
      ) : null}
      {id !== null && !canPublish ? (
        <p className="admin-quiet">
          {status === 'draft'
            ? 'Publishers publish it. Ask one of them.'
            : 'You can correct its texts. Publishers change its times, places and prices.'}
        </p>
      ) : null}
      {status !== 'draft' && slug && !data?.rule ? (
        <p>
          <a href={eventPath(slug)}>Look at its page</a>
        </p>
      ) : null}
      <div className="record-actions">
        {can('publish') ? (
          <Button kind="strong" unavailable={running === 'publish'} onClick={() => open('publish')}>
            {status === 'postponed'
              ? 'Confirm the time'
              : isModified
                ? 'Save and publish'
                : 'Publish'}{' '}
            …
          </Button>
        ) : null}
        {can('postpone') ? <Button onClick={() => open('postpone')}>Postpone …</Button> : null}
        {can('draft') ? <Button onClick={() => open('draft')}>Back to draft …</Button> : null}
        {can('cancel') ? (
          <Button kind="danger" onClick={() => open('cancel')}>
            Cancel the event …
          </Button>
        ) : null}
        <ActionOutcome outcome={outcome} state={status} dialog={dialog} />
      </div>
      {dialog && id !== null ? (
        <ActionDialog
          {...{ id, dialog, status, reason }}
          isBusy={running === dialog}
          problem={problemOf(dialog)}
          onReason={setReason}
          onConfirm={() => confirm(dialog)}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </div>
  )
}

const dialogs: Record<RecordAction, { title: string; label: string; text: string }> = {
  publish: {
    title: 'Publish it?',
    label: 'Publish',
    text: 'It will be in the calendar, on its page and in the feeds at once.',
  },
  draft: {
    title: 'Back to draft?',
    label: 'Make it a draft',
    text: 'Its pages are gone until it is published again.',
  },
  postpone: {
    title: 'Postpone it?',
    label: 'Postpone',
    text: 'Guests keep their places until you confirm a time, another one or the same.',
  },
  cancel: {
    title: 'Cancel it?',
    label: 'Cancel the event',
    text: 'All its dates to come are cancelled, and what is held from credit is released. Reservations can’t be brought back.',
  },
}

type DialogProps = {
  id: number
  dialog: RecordAction
  status: EventStatus
  reason: string
  isBusy: boolean
  problem: string | null
  onReason: (reason: string) => void
  onConfirm: () => void
  onClose: () => void
}

function ActionDialog({ id, dialog, status, reason, onReason, ...rest }: DialogProps) {
  const { reply } = useReply<DatesReply>(`event-list/${id}/dates`)
  const coming = reply?.dates.filter(({ isOver, status: each }) => !isOver && each !== 'cancelled')
  const mails =
    coming?.reduce(
      (sum, each) => sum + (dialog === 'cancel' ? each.cancel_mails : each.mails),
      0,
    ) ?? 0
  const { title, label, text } = dialogs[dialog]
  const endsPostponement = dialog === 'publish' && status === 'postponed'
  const areGuestsTold =
    mails > 0 && (dialog === 'cancel' || dialog === 'postpone' || endsPostponement)
  return (
    <ConfirmDialog
      title={endsPostponement ? 'Does it take place after all?' : title}
      confirmLabel={endsPostponement ? 'Confirm the time' : label}
      kind={dialog === 'cancel' ? 'danger' : 'strong'}
      isReady={reply !== null}
      {...rest}
    >
      <p>
        {endsPostponement
          ? 'It is no longer postponed, and takes place at the time that is saved.'
          : text}
      </p>
      {areGuestsTold ? <p>Guests are told: {mailsInWords(mails)}.</p> : null}
      {areGuestsTold && (dialog === 'cancel' || dialog === 'postpone') ? (
        <p>
          <label htmlFor="event-reason">What they read (optional)</label>
          <input
            id="event-reason"
            value={reason}
            maxLength={limits.note}
            placeholder="The band is ill."
            onChange={({ target }) => onReason(target.value)}
          />
        </p>
      ) : null}
    </ConfirmDialog>
  )
}
