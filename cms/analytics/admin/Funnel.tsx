import type { CSSProperties } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import type { FunnelResult, FunnelResultStep } from '../reports/contract.ts'
import { ChangeText } from './ChangeText.tsx'
import { changeOf, counted, eventText, figure, pageText, percent, some } from './texts.ts'

type Props = {
  funnel: FunnelResult
  /** Whether it is new, so its numbers may not be there yet. */
  isCounting: boolean
  onDelete: () => void
}

/** The steps of a funnel, each with its share of the first, and how many visits ended before it. */
export function Funnel({ funnel: { name, isOwn, steps }, isCounting, onDelete }: Props) {
  const last = steps.at(-1)
  const mailed = steps.some(({ isMailed }) => isMailed)
  const hasChange = steps.some(({ sessionsBefore }) => sessionsBefore !== null)
  return (
    <article className="analytics-funnel">
      <h3>{name}</h3>
      <p className="analytics-quiet">
        {!steps[0]?.sessions
          ? isCounting
            ? 'Counting …'
            : 'Nobody took the first step.'
          : mailed
            ? `${counted(steps[0].sessions, 'visit')} took the first step, ${some(last?.sessions ?? 0)} the last.`
            : `${percent(last?.share ?? null)} of ${counted(steps[0].sessions, 'visit')} went to the end.`}
      </p>
      <table className="analytics-rows">
        <caption className="sr">{name}</caption>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Visits</th>
            <th scope="col">Of all</th>
            {hasChange ? <th scope="col">Change</th> : null}
          </tr>
        </thead>
        <tbody>
          {steps.map((step, index) => (
            <tr key={String(index)}>
              <th
                scope="row"
                style={{ '--share': `${Math.min(step.share ?? 0, 1) * 100}%` } as CSSProperties}
              >
                <span className="analytics-name">
                  <span>
                    {index + 1}. {pageText(eventText(step.name))}
                  </span>
                  {step.about ? <small className="analytics-about">{step.about}</small> : null}
                  <small>{transitionTo(step, steps[index - 1])}</small>
                </span>
              </th>
              <td>{figure(step.sessions)}</td>
              <td>{percent(step.share !== null && step.share > 1 ? null : step.share)}</td>
              {hasChange ? (
                <td>
                  <ChangeText change={changeOf(step.sessions, step.sessionsBefore)} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {isOwn ? (
        <Button kind="quiet" onClick={onDelete} aria-label={`Delete the funnel ${name}`}>
          Delete …
        </Button>
      ) : null}
    </article>
  )
}

/** What happened between a step and the one before. */
function transitionTo(
  { sessions, isMailed }: FunnelResultStep,
  before: FunnelResultStep | undefined,
): string {
  if (isMailed) return 'by the link in a mail, in any visit'
  if (!before?.sessions || before.sessions < sessions) return ' '
  return before.sessions > sessions
    ? `${figure(before.sessions - sessions)} went no further`
    : 'all went on'
}
