import type { TrailVisit } from '../../../cms/features/analytics/trail/contract.ts'
import { formatGuestTime } from '../../../cms/platform/ui/format-time.ts'
import type { TextsOf } from './texts.ts'
import { formatSpent, stepsOf } from './visit-steps.ts'

type Props = { visit: TrailVisit; timeZone: string; texts: TextsOf<'visits'> }

/** One visit of the trail: its time, browser and source. Its pages and actions are shown when it is opened. */
export function Visit({ visit, timeZone, texts }: Props) {
  const { browser, os, source, pages } = visit
  const from = source === null ? [] : [`${texts.from_label} ${source}`]
  const count = `${pages.length} ${pages.length === 1 ? texts.page : texts.pages}`
  return (
    <li>
      <details className="form-more">
        <summary>
          <b className="figures">{formatGuestTime(new Date(visit.started_at), timeZone)}</b>
          <small>{[count, `${browser}, ${os}`, ...from].join(' · ')}</small>
        </summary>
        <ol>
          {stepsOf(visit).map((step) =>
            step.type === 'page' ? (
              <li key={`${step.at} ${step.path}`}>
                {step.title}
                <small className="figures">
                  {formatSpent(step.seconds)} · {step.scroll} % {texts.read_label}
                </small>
              </li>
            ) : (
              <li key={`${step.at} ${step.name}`}>
                {texts[actionKeys[step.kind] ?? 'action']} {step.name && `“${step.name}”`}
              </li>
            ),
          )}
        </ol>
      </details>
    </li>
  )
}

const actionKeys: Record<string, 'clicked' | 'submitted'> = {
  click: 'clicked',
  submit: 'submitted',
}
