import type { OverviewReport, Totals } from '../../reports/contract.ts'
import { bounceSeconds } from '../../rules.ts'
import { type Measure, measures } from '../settings.ts'
import {
  type Change,
  changeOf,
  decimal,
  differenceOf,
  duration,
  formatNumber,
  isSmallChange,
  percent,
  percentagePointsOf,
} from '../texts.ts'
import { useScreen } from '../use-screen.tsx'
import { BigNumber } from './BigNumber.tsx'
import { ChangeText } from './ChangeText.tsx'

type Tile = {
  label: string
  about: string
  show: (totals: Totals) => string
  value: (totals: Totals) => number | null
  change: (now: Totals, before: Totals) => Change | null
  /** Whether a lower number is better; undefined if neither direction is better. */
  isLessBetter?: boolean
}

const explanations: Record<Measure, string> = {
  visitors: 'People, counted once a day: who comes on three days counts three times.',
  sessions:
    'A visit ends half an hour after its last page was seen. It counts for what brought the visitor first, also if a letter or nudge brings them again.',
  views: 'Pages that were opened.',
}

const tiles: Tile[] = [
  {
    label: 'Views a visit',
    about: 'Pages that were opened in one visit, on average.',
    value: ({ viewsPerSession }) => viewsPerSession,
    show: ({ viewsPerSession }) => decimal(viewsPerSession),
    change: (now, before) =>
      differenceOf(now.viewsPerSession, before.viewsPerSession, ['more', 'fewer']),
    isLessBetter: false,
  },
  {
    label: 'Bounces',
    about: `Share of views that lasted less than ${bounceSeconds} seconds.`,
    value: ({ bounceRate }) => bounceRate,
    show: ({ bounceRate }) => percent(bounceRate),
    change: (now, before) => percentagePointsOf(now.bounceRate, before.bounceRate),
    isLessBetter: true,
  },
  {
    label: 'Time on a page',
    about: 'Half of all views were longer, half shorter.',
    value: ({ medianSeconds }) => medianSeconds,
    show: ({ medianSeconds }) => duration(medianSeconds),
    change: (now, before) =>
      differenceOf(now.medianSeconds, before.medianSeconds, ['longer', 'shorter']),
    isLessBetter: false,
  },
  {
    label: 'Scrolled',
    about: 'How far down the page people came, on average.',
    value: ({ meanScroll }) => meanScroll,
    show: ({ meanScroll }) => (meanScroll === null ? '–' : `${Math.round(meanScroll)}%`),
    change: (now, before) =>
      percentagePointsOf(
        now.meanScroll === null ? null : now.meanScroll / 100,
        before.meanScroll === null ? null : before.meanScroll / 100,
      ),
    isLessBetter: false,
  },
]

/** The numbers of the range with their changes. The first three are buttons that choose what the chart shows. */
export function Numbers({ reply }: { reply: OverviewReport | null }) {
  const { settings, change } = useScreen()
  const found = reply && !reply.tooFew ? reply : null
  const totals = found?.totals ?? null
  const before = found?.before ?? null
  return (
    <ul className="analytics-numbers" data-single={(totals && !before) || undefined}>
      {(Object.keys(measures) as Measure[]).map((measure) => (
        <li key={measure} title={explanations[measure]}>
          <button
            type="button"
            aria-pressed={settings.measure === measure}
            onClick={() => change({ measure })}
          >
            <span>{measures[measure]}</span>
            <BigNumber>{totals ? formatNumber(totals[measure]) : '–'}</BigNumber>
            {totals && before ? (
              <Compared
                change={changeOf(totals[measure], before[measure])}
                {...(!isSmallChange(totals[measure], before[measure]) && { isLessBetter: false })}
                before={formatNumber(before[measure])}
              />
            ) : (
              <i />
            )}
          </button>
        </li>
      ))}
      {tiles.map(({ label, about, show, value, change: changeIn, isLessBetter }) => (
        <li key={label} title={about}>
          <div>
            <span>{label}</span>
            <BigNumber>{totals ? show(totals) : '–'}</BigNumber>
            {totals && before ? (
              <Compared
                change={changeIn(totals, before)}
                {...(isLessBetter !== undefined &&
                  !isSmallChange(
                    value(totals) ?? 0,
                    value(before) ?? 0,
                    Math.min(totals.views, before.views),
                  ) && { isLessBetter })}
                before={show(before)}
              />
            ) : (
              <i />
            )}
          </div>{' '}
        </li>
      ))}
      {found?.joined.map(({ label, about, count, before: earlier }) => (
        <li key={label} title={about}>
          <div>
            <span>{label}</span>
            <BigNumber>{formatNumber(count)}</BigNumber>
            {earlier === null ? (
              <i />
            ) : (
              <Compared
                change={changeOf(count, earlier)}
                {...(!isSmallChange(count, earlier) && { isLessBetter: false })}
                before={formatNumber(earlier)}
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Explains each number in a text below the numbers, because a phone shows no tooltips. */
export const Meanings = ({ reply }: { reply: OverviewReport | null }) => (
  <details className="analytics-table">
    <summary>What these numbers mean</summary>
    <dl className="analytics-marks">
      {(Object.keys(measures) as Measure[]).map((measure) => (
        <div key={measure}>
          <dt>{measures[measure]}</dt>
          <dd>{explanations[measure]}</dd>
        </div>
      ))}
      {[...tiles, ...(reply && !reply.tooFew ? reply.joined : [])].map(({ label, about }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{about}</dd>
        </div>
      ))}
    </dl>
  </details>
)

type ComparedProps = { change: Change | null; isLessBetter?: boolean; before: string }

function Compared({ change, isLessBetter, before }: ComparedProps) {
  const isJudged = change && change.direction !== 'same' && isLessBetter !== undefined
  return (
    <span className="analytics-compared">
      <ChangeText
        change={change}
        {...(isJudged && { isGood: (change.direction === 'less') === isLessBetter })}
      />
      {before === '–' ? null : <small>{before} before</small>}
    </span>
  )
}
