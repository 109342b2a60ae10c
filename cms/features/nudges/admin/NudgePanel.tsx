'use client'
import './nudges.css'
import { useStore } from '@nanostores/react'
import { ConcurrentChange } from '../../../platform/admin/forms/ConcurrentChange.tsx'
import { usePolledProgress } from '../../../platform/admin/forms/use-polled-progress.ts'
import { useSaveFeedback } from '../../../platform/admin/forms/use-save-feedback.ts'
import { useClocks } from '../../../platform/admin/shell/use-clocks.ts'
import { canDo, type NudgeAction } from '../rules.ts'
import { describeCount } from './sending/audience-texts.ts'
import { NudgeActions } from './sending/NudgeActions.tsx'
import { useNudgeAction } from './sending/use-nudge-action.ts'
import { $count, $progress, $progressProblem } from './store.ts'
import { describeMissed, describeProgress, pollIntervalMs, stateNames } from './texts.ts'
import { useFields, useNudge } from './use-nudge.ts'

/** The panel beside a nudge, with the nudge's progress and the publisher's actions. */
export function NudgePanel() {
  const { id, state, canPublish } = useNudge()
  const { audience } = useFields()
  const progress = useStore($progress)
  const count = useStore($count)
  const clocks = useClocks()
  const currentState = progress?.state ?? state
  const refreshProgress = usePolledProgress({
    $progress,
    $problem: $progressProblem,
    id,
    path: `nudge-list/${id}/progress`,
    intervalMs: pollIntervalMs(currentState, progress, clocks.now),
  })
  const nudgeAction = useNudgeAction(refreshProgress)
  useSaveFeedback(refreshProgress)
  const can = (action: NudgeAction) => canPublish && canDo(action, currentState)
  return (
    <div className="nudge-panel record-panel admin-inputs">
      <h2 data-state={currentState}>{stateNames[currentState]}</h2>
      {progress && currentState !== 'draft' ? <p>{describeProgress(progress, clocks)}</p> : null}
      {currentState === 'draft' && progress?.missedAt ? (
        <p className="admin-warning">{describeMissed(progress.missedAt, clocks)}</p>
      ) : null}
      {currentState === 'draft' && count ? <p>{describeCount(count, audience)}</p> : null}
      <ConcurrentChange state={state} progress={progress} noun="nudge" />
      {!canPublish && (currentState === 'draft' || currentState === 'scheduled') ? (
        <p className="admin-quiet">Publishers write and send nudges. Ask one of them.</p>
      ) : null}
      {canPublish && id === null ? (
        <p className="admin-quiet">Save it, then it can be tested, scheduled or sent.</p>
      ) : null}
      {canPublish && id !== null ? (
        <NudgeActions id={id} can={can} nudgeAction={nudgeAction} progress={progress} />
      ) : null}
    </div>
  )
}
