'use client'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { ConcurrentChange } from '../../../platform/admin/forms/ConcurrentChange.tsx'
import { useSaveFeedback } from '../../../platform/admin/forms/use-save-feedback.ts'
import { useAdminContext } from '../../../platform/admin/shell/AdminContext.tsx'
import { formatMoment } from '../../../platform/admin/shell/format.ts'
import { useClocks } from '../../../platform/admin/shell/use-clocks.ts'
import { describeTrouble } from '../../../platform/mail/admin/describe-trouble.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { describeStray, strayPlaceholder } from '../mail/placeholders.ts'
import { canDo, type LetterAction } from '../rules.ts'
import { useAutosave } from './editor/use-autosave.ts'
import { LetterActions } from './sending/LetterActions.tsx'
import { PreviewDialog } from './sending/PreviewDialog.tsx'
import { useLetterAction } from './sending/use-letter-action.ts'
import { useProgress } from './sending/use-progress.ts'
import { $progress, $readers } from './store.ts'
import { describeAudience, describeProgress, isAllKept } from './texts.ts'
import { useDraft, useLetter } from './use-letter.ts'

/** The panel beside a letter: its progress, its preview and the publisher's actions. */
export function LetterPanel() {
  const { id, state, updatedAt, canPublish, lastError } = useLetter()
  const refreshProgress = useProgress(id)
  const progress = useStore($progress)
  const readers = useStore($readers)
  const clocks = useClocks()
  const { hasMailServer, timeZone, today } = useAdminContext()
  const letterAction = useLetterAction(refreshProgress)
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  useSaveFeedback(refreshProgress)
  const { savedAt, problem } = useAutosave(
    Boolean(updatedAt && progress && progress.updatedAt > updatedAt),
  )
  const stray = strayPlaceholder(useDraft())

  const currentState = progress?.state ?? state
  const can = (action: LetterAction) => canPublish && canDo(action, currentState)
  return (
    <div className="letter-panel record-panel admin-inputs">
      <h2 data-state={currentState}>
        {currentState === 'sent' && progress && isAllKept(progress)
          ? 'Not sent'
          : stateNames[currentState]}
      </h2>
      {progress && currentState !== 'draft' ? <p>{describeProgress(progress, clocks)}</p> : null}
      {currentState === 'draft' && readers ? <p>{describeAudience(readers)}</p> : null}
      {progress?.trouble ? (
        <p className="admin-warning" role="status">
          {describeTrouble(progress.trouble, {
            format: (time) => formatMoment(time, timeZone, today),
            now: clocks.now,
          })}
        </p>
      ) : null}
      <ConcurrentChange state={state} progress={progress} noun="letter" />
      {hasMailServer ? null : (
        <p className="admin-warning">
          No mail server is set: a letter stays in the mailbox here, and nobody gets it.
        </p>
      )}
      {currentState === 'draft' && stray ? (
        <p className="admin-warning" role="status">
          {describeStray(stray)}
        </p>
      ) : null}
      {currentState === 'draft' && savedAt ? (
        <p className="admin-quiet">Saved by itself: {formatMoment(savedAt, timeZone, today)}.</p>
      ) : null}
      {currentState === 'draft' && problem ? (
        <p className="admin-warning" role="status">
          Not saved by itself: {problem}
        </p>
      ) : null}
      {lastError ? <p className="admin-warning">{lastError}</p> : null}
      <Button onClick={() => setPreviewOpen(true)}>Look at it, send a test</Button>
      {isPreviewOpen ? <PreviewDialog onClose={() => setPreviewOpen(false)} /> : null}
      {!canPublish && (currentState === 'draft' || currentState === 'scheduled') ? (
        <p className="admin-quiet">A publisher schedules and sends it.</p>
      ) : null}
      {canPublish && id === null ? (
        <p className="admin-quiet">Save it, then it can be scheduled or sent.</p>
      ) : null}
      {canPublish && id !== null ? (
        <LetterActions can={can} letterAction={letterAction} progress={progress} />
      ) : null}
    </div>
  )
}

const stateNames = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Going out',
  paused: 'Paused',
  sent: 'Sent',
  cancelled: 'Cancelled',
}
