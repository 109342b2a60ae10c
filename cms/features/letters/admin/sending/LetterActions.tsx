'use client'
import { useState } from 'react'
import { ActionOutcome } from '../../../../platform/admin/forms/ActionOutcome.tsx'
import { useAdminContext } from '../../../../platform/admin/shell/AdminContext.tsx'
import { ConfirmDialog } from '../../../../platform/admin/shell/ConfirmDialog.tsx'
import { Button } from '../../../../platform/ui/Button.tsx'
import { formatNumber } from '../../../../platform/ui/format-number.ts'
import { toDateTimeInput } from '../../../../platform/ui/format-time.ts'
import type { LetterProgress } from '../../contract.ts'
import { replaceNamePlaceholders, withFallbackNames } from '../../mail/personalise.ts'
import type { LetterAction } from '../../rules.ts'
import { describeDelivered } from '../texts.ts'
import { useDraft, useLetter } from '../use-letter.ts'
import { ScheduleFields } from './ScheduleFields.tsx'
import { SendDialog } from './SendDialog.tsx'
import type { useLetterAction } from './use-letter-action.ts'

type Props = {
  can: (action: LetterAction) => boolean
  letterAction: ReturnType<typeof useLetterAction>
  progress: LetterProgress | null
}

/** The buttons for a letter's actions, and the outcome of the last one. */
export function LetterActions({ can, letterAction, progress }: Props) {
  const { timeZone } = useAdminContext()
  const { isModified, isPublic } = useLetter()
  const { subject } = useDraft()
  const [dialog, setDialog] = useState<'send' | 'cancel' | null>(null)
  const { running, outcome, problemOf, save, act } = letterAction
  const close = () => setDialog(null)
  const actAndClose = async (action: 'send' | 'cancel') => {
    if (await act(action)) close()
  }
  const sendAt = progress?.sendAt ? toDateTimeInput(new Date(progress.sendAt), timeZone) : ''
  const labelPrefix = isModified ? 'Save and ' : ''
  const label = (text: string) => (labelPrefix ? labelPrefix + text.toLowerCase() : text)
  const actionButton = (action: LetterAction, text: string, kind?: 'strong') =>
    can(action) ? (
      <Button key={action} kind={kind} unavailable={running === action} onClick={() => act(action)}>
        {text}
      </Button>
    ) : null
  return (
    <div className="record-actions">
      {can('schedule') ? (
        <ScheduleFields
          initialTime={sendAt}
          label={can('unschedule') ? 'Change the time' : label('Schedule')}
          isBusy={running === 'schedule'}
          onSchedule={async (at) => {
            if (await save('schedule')) await act('schedule', at)
          }}
        />
      ) : null}
      {actionButton('unschedule', 'Back to draft')}
      {can('send') ? (
        <Button
          unavailable={running === 'send'}
          onClick={async () => {
            if (await save('send')) setDialog('send')
          }}
        >
          {label('Send now')} …
        </Button>
      ) : null}
      {actionButton('pause', 'Pause')}
      {actionButton('resume', 'Go on', 'strong')}
      {can('cancel') ? (
        <Button onClick={() => setDialog('cancel')}>Cancel the rest …</Button>
      ) : null}
      {progress?.retriable
        ? actionButton(
            'again',
            progress.retriable === 1
              ? 'Send the one that failed again'
              : `Send the ${formatNumber(progress.retriable)} that failed again`,
          )
        : null}
      {isPublic
        ? actionButton('hide', 'Take its page down')
        : actionButton('show', 'Give it a page on the site')}
      <ActionOutcome outcome={outcome} state={progress?.state} dialog={dialog} />
      {dialog === 'send' ? (
        <SendDialog
          isBusy={running === 'send'}
          problem={problemOf('send')}
          onConfirm={() => actAndClose('send')}
          onClose={close}
        />
      ) : null}
      {dialog === 'cancel' && progress ? (
        <ConfirmDialog
          title="Cancel the rest?"
          confirmLabel="Cancel the rest"
          kind="danger"
          isBusy={running === 'cancel'}
          problem={problemOf('cancel')}
          onConfirm={() => actAndClose('cancel')}
          onClose={close}
        >
          <p className="letter-subject">{withFallbackNames(replaceNamePlaceholders(subject))}</p>
          <p>
            By now {describeDelivered(progress)}. Nobody else will get it, and it can’t be sent
            again; a copy can.
            {isPublic ? ' Its page stays for those who got it, until you take it down.' : ''}
          </p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
