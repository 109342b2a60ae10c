import type { CSSProperties } from 'react'
import { Button } from '../../../islands/ui/Button.tsx'
import type { FunnelResult } from '../reports/contract.ts'
import { ChangeText } from './ChangeText.tsx'
import { changeOf, counted, eventText, figure, percent } from './texts.ts'

type Props = {
  funnel: FunnelResult
  /** Whether it is new, so its numbers may not be there yet. */
  isCounting: boolean
  onDelete: () => void
}

/** The steps of a funnel, each with its share of the first, and how many visits ended before it. */
export function Funnel({ funnel: { name, isOwn, steps }, isCounting, onDelete }: Props) {
  const last = steps.at(-1)
  const hasChange = steps.some(({ sessionsBefore }) => sessionsBefore !== null)
  return (
    <article className="analytics-funnel">
      <h3>{name}</h3>
      <p className="analytics-quiet">
        {!steps[0]?.sessions
          ? isCounting
            ? 'Counting …'
            : 'Nobody took the first step.'
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
              <th scope="row" style={{ '--share': `${(step.share ?? 0) * 100}%` } as CSSProperties}>
                <span className="analytics-name">
                  <span>
                    {index + 1}. {eventText(step.name)}
                  </span>
                  <small>
                    {index ? lost(steps[index - 1]?.sessions ?? 0, step.sessions) : ' '}
                  </small>
                </span>
              </th>
              <td>{figure(step.sessions)}</td>
              <td>{percent(step.share)}</td>
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

const lost = (before: number, now: number): string => {
  if (!before) return ' '
  return before > now ? `${figure(before - now)} went no further` : 'all went on'
}
