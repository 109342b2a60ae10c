'use client'
import { useState } from 'react'
import { ActionOutcome } from '../../../../platform/admin/forms/ActionOutcome.tsx'
import { useAdminContext } from '../../../../platform/admin/shell/AdminContext.tsx'
import { ConfirmDialog } from '../../../../platform/admin/shell/ConfirmDialog.tsx'
import { Button } from '../../../../platform/ui/Button.tsx'
import { toDateTimeInput } from '../../../../platform/ui/format-time.ts'
import { ScheduleFields } from '../../../letters/admin/sending/ScheduleFields.tsx'
import type { NudgeProgress } from '../../contract.ts'
import type { NudgeAction } from '../../rules.ts'
import { useFields, useNudge } from '../use-nudge.ts'
import { SendDialog } from './SendDialog.tsx'
import { TestButton } from './TestButton.tsx'
import type { useNudgeAction } from './use-nudge-action.ts'

type Props = {
  id: number
  can: (action: NudgeAction) => boolean
  nudgeAction: ReturnType<typeof useNudgeAction>
  progress: NudgeProgress | null
}

/** The buttons for a nudge's actions, and the outcome of the last action. */
export function NudgeActions({ id, can, nudgeAction, progress }: Props) {
  const { timeZone } = useAdminContext()
  const { isModified, state } = useNudge()
  const { text } = useFields()
  const [dialog, setDialog] = useState<'send' | 'cancel' | null>(null)
  const { running, outcome, problemOf, save, act } = nudgeAction
  const isSending = running === 'send' || running === 'send_in_slots'
  const close = () => setDialog(null)
  const actAndClose = async (action: 'send' | 'send_in_slots' | 'cancel') => {
    if (await act(action)) close()
  }
  const isScheduled = (progress?.state ?? state) === 'scheduled'
  const at = isScheduled && progress?.at ? toDateTimeInput(new Date(progress.at), timeZone) : ''
  const label = (words: string) => (isModified ? `Save and ${words.toLowerCase()}` : words)
  return (
    <div className="record-actions">
      {can('send') ? (
        <TestButton id={id} isModified={isModified} save={() => save('send')} />
      ) : null}
      {can('send') ? (
        <Button
          kind="strong"
          unavailable={isSending}
          onClick={async () => {
            if (await save('send')) setDialog('send')
          }}
        >
          {label('Send')} …
        </Button>
      ) : null}
      {can('schedule') ? (
        <ScheduleFields
          initialTime={at}
          label={isScheduled ? 'Change the time' : label('Schedule')}
          kind="plain"
          isBusy={running === 'schedule'}
          onSchedule={async (time) => {
            if (await save('schedule')) await act('schedule', time)
          }}
        />
      ) : null}
      {can('cancel') && isScheduled ? (
        <Button unavailable={running === 'cancel'} onClick={() => act('cancel')}>
          Back to draft
        </Button>
      ) : null}
      {can('cancel') && !isScheduled ? (
        <Button onClick={() => setDialog('cancel')}>Cancel the rest …</Button>
      ) : null}
      <ActionOutcome
        outcome={outcome}
        state={progress?.state}
        dialog={dialog === 'send' ? (outcome?.action ?? null) : dialog}
      />
      {dialog === 'send' ? (
        <SendDialog
          isBusy={isSending}
          problem={problemOf('send') ?? problemOf('send_in_slots')}
          onConfirm={(inSlot) => actAndClose(inSlot ? 'send_in_slots' : 'send')}
          onClose={close}
        />
      ) : null}
      {dialog === 'cancel' ? (
        <ConfirmDialog
          title="Cancel the rest?"
          confirmLabel="Cancel the rest"
          kind="danger"
          isBusy={running === 'cancel'}
          problem={problemOf('cancel')}
          onConfirm={() => actAndClose('cancel')}
          onClose={close}
        >
          <p className="nudge-text">{text}</p>
          <p>
            Whoever doesn’t have it yet will not get it. A cancelled nudge can’t be sent; a copy
            can.
          </p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
