'use client'
import { useStore } from '@nanostores/react'
import { useClocks } from '../../../../platform/admin/shell/use-clocks.ts'
import { formatNumber } from '../../../../platform/ui/format-number.ts'
import type { NudgeProgress } from '../../contract.ts'
import { $progress, $progressProblem } from '../store.ts'
import {
  deliverySteps,
  describeMilestone,
  describeProgress,
  describeWindows,
  otherOutcomes,
} from '../texts.ts'
import { useNudge } from '../use-nudge.ts'
import { VisitsSection } from './VisitsSection.tsx'

/** Shows above a sent nudge how many devices have it, and on how many devices it was shown and clicked. */
export function ProgressSection() {
  const { id, canPublish } = useNudge()
  const progress = useStore($progress)
  const problem = useStore($progressProblem)
  const clocks = useClocks()
  const isSent = Boolean(progress?.sentAt || progress?.devices)
  // A nudge that was not sent has no numbers.
  if (id === null || !(isSent || problem)) return null
  return (
    <section className="nudge-progress" aria-labelledby="nudge-progress">
      <h2 id="nudge-progress">How it goes</h2>
      <p className="sr" role="status">
        {progress ? describeMilestone(progress) : ''}
      </p>
      {problem ? (
        <p className="admin-warning" role="alert">
          {problem} {progress ? 'The numbers are what was known before.' : ''}
        </p>
      ) : null}
      {progress && isSent ? (
        <>
          <p className="nudge-progress__text">{describeProgress(progress, clocks)}</p>
          {progress.devices ? <Numbers progress={progress} /> : null}
          {progress.window_views ? <p>{describeWindows(progress)}</p> : null}
          {progress.sentAt && canPublish ? <VisitsSection id={id} /> : null}
        </>
      ) : null}
    </section>
  )
}

function Numbers({ progress }: { progress: NudgeProgress }) {
  const { devices } = progress
  const happened = otherOutcomes.filter(([key]) => progress[key])
  return (
    <>
      <dl className="nudge-progress__steps">
        {deliverySteps.map(([key, name]) => (
          <div key={key} data-step={key}>
            <dt>{name}</dt>
            <dd>
              <b>{formatNumber(progress[key])}</b>
              <span aria-hidden="true">
                <i style={{ inlineSize: `${(progress[key] / devices) * 100}%` }} />
              </span>
              <small>{Math.round((progress[key] / devices) * 100)} %</small>
            </dd>
          </div>
        ))}
      </dl>
      {happened.length ? (
        <dl className="nudge-progress__others">
          {happened.map(([key, name, note]) => (
            <div key={key}>
              <dt>{name}</dt>
              <dd>
                <b>{formatNumber(progress[key])}</b> {note ? <small>{note}</small> : null}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  )
}
