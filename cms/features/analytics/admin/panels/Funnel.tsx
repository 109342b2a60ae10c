import type { CSSProperties } from 'react'
import { Button } from '../../../../platform/ui/Button.tsx'
import type { FunnelResult, FunnelResultStep } from '../../reports/contract.ts'
import { ChangeText } from '../charts/ChangeText.tsx'
import {
  changeOf,
  countPhrase,
  countWord,
  dayName,
  eventText,
  formatNumber,
  pageText,
  percent,
} from '../texts.ts'
import { useScreen } from '../use-screen.tsx'

type Props = {
  funnel: FunnelResult
  onDelete: () => void
}

/**
 * The steps of a funnel. Each step shows its number of visits, also as a share of the first step's number, and how many
 * visits reached the previous step but not this one.
 */
export function Funnel({ funnel, onDelete }: Props) {
  const { name, isOwn, isCounting, countedFrom, steps } = funnel
  const { today } = useScreen()
  const hasChange = !isCounting && steps.some(({ sessionsBefore }) => sessionsBefore !== null)
  const since = countedFrom ? dayName(countedFrom, today) : ''
  return (
    <article className="analytics-funnel">
      <h3>{name}</h3>
      <p className="analytics-quiet">
        {isCounting
          ? `Still counting the visits since ${since}. The numbers appear when all are counted.`
          : outcomeOf(funnel)}
        {countedFrom && !isCounting ? ` Visits since ${since} count.` : null}
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
                style={
                  {
                    '--share': `${isCounting ? 0 : Math.min(step.share ?? 0, 1) * 100}%`,
                  } as CSSProperties
                }
              >
                <span className="analytics-name">
                  <span>
                    {index + 1}. {pageText(eventText(step.name))}
                  </span>
                  {step.about ? <small className="analytics-about">{step.about}</small> : null}
                  <small>{isCounting ? ' ' : transitionTo(step, steps[index - 1])}</small>
                </span>
              </th>
              <td>{isCounting ? '–' : formatNumber(step.sessions)}</td>
              <td>{percent(isCounting || (step.share ?? 0) > 1 ? null : step.share)}</td>
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

/** A sentence that states how many visits reached the last step. */
function outcomeOf({ steps }: FunnelResult): string {
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first?.sessions) return 'Nobody took the first step.'
  const visits = countPhrase(first.sessions, 'visit')
  return steps.some(({ isMailed }) => isMailed)
    ? `${visits} took the first step, ${countWord(last?.sessions ?? 0)} the last.`
    : `${percent(last?.share ?? null)} of ${visits} went to the end.`
}

/** What happened between the previous step and this one. */
function transitionTo(
  { sessions, isMailed }: FunnelResultStep,
  before: FunnelResultStep | undefined,
): string {
  if (isMailed) return 'by the link in a mail, in any visit'
  if (!before?.sessions || before.sessions < sessions) return ' '
  return before.sessions > sessions
    ? `${formatNumber(before.sessions - sessions)} went no further`
    : 'all went on'
}
