import type { VitalRow } from '../../reports/contract.ts'
import { type Vital, vitalTargets } from '../../rules.ts'
import { BigNumber } from '../charts/BigNumber.tsx'
import { ChangeText } from '../charts/ChangeText.tsx'
import { RankedTable } from '../charts/RankedTable.tsx'
import { Tabs } from '../Tabs.tsx'
import {
  differenceOf,
  formatNumber,
  isSmallChange,
  pageText,
  percent,
  vitalNames,
  vitalValue,
} from '../texts.ts'
import { useReport } from '../use-report.ts'
import { useTab } from '../use-screen.tsx'
import { Panel } from './Panel.tsx'

const vitals = Object.keys(vitalTargets) as Vital[]
const tabs = Object.fromEntries(
  vitals.map((metric) => [metric, vitalNames[metric].name]),
) as Record<Vital, string>

/** How fast pages were on visitors' own devices, compared with the targets. */
export function VitalsPanel() {
  const [metric, setMetric] = useTab('vitals')
  return (
    <Panel
      id="analytics-vitals"
      title="How fast it was"
      report={useReport('vitals')}
      csv="vitals"
      isWide
      rows={6}
      empty="How fast pages are on visitors’ own devices is shown here."
      isEmpty={({ rows }) => !rows.length}
      controls={
        <Tabs
          label="How fast it was"
          tabs={tabs}
          chosen={metric}
          onChoose={setMetric}
          panel="analytics-vitals"
        />
      }
    >
      {({ rows, hasMore }) => {
        const ofMetric = rows.filter((row) => row.metric === metric)
        const all = ofMetric.find(({ page }) => page === null)
        const pages = ofMetric.filter(({ page }) => page !== null)
        return (
          <div className="analytics-vitals">
            {all ? (
              <Summary row={all} />
            ) : (
              <p className="analytics-empty">No browser has measured this.</p>
            )}
            <div>
              {pages.length ? (
                <RankedTable
                  caption={`${tabs[metric]}, by page`}
                  label="Page"
                  rows={pages}
                  keyOf={({ page }) => page ?? ''}
                  name={({ page }) => pageText(page ?? '')}
                  detail={(row) => `${vitalValue(metric, row.p75)}, ${verdict(row)}`}
                  hasMore={hasMore}
                  amountLabel="Views"
                  amount={({ views }) => views}
                  marksFilter={false}
                  filter={({ page }) => (page === null ? null : ['page', page])}
                  columns={[
                    { label: 'Good', show: ({ good }) => percent(good) },
                    { label: 'Middling', show: ({ middle }) => percent(middle) },
                    { label: 'Poor', show: ({ poor }) => percent(poor) },
                  ]}
                />
              ) : null}
            </div>
          </div>
        )
      }}
    </Panel>
  )
}

const verdict = ({ metric, p75 }: VitalRow): string => {
  const { good, poor } = vitalTargets[metric]
  return p75 <= good ? 'good' : p75 <= poor ? 'middling' : 'poor'
}

function Summary({ row }: { row: VitalRow }) {
  const { metric, p75, p75Before, good, middle, poor, views } = row
  const change = differenceOf(
    p75,
    p75Before,
    metric === 'cls' ? ['more', 'less'] : ['slower', 'faster'],
  )
  const shares = { good, middle, poor }
  return (
    <div className="analytics-vital" data-verdict={verdict(row)}>
      <p>
        <BigNumber>{vitalValue(metric, p75)}</BigNumber> {verdict(row)}
        <ChangeText
          change={change}
          {...(change &&
            change.direction !== 'same' &&
            !isSmallChange(p75, p75Before ?? 0, views) && { isGood: change.direction === 'less' })}
        />
      </p>
      <div className="analytics-shares" aria-hidden="true">
        {Object.entries(shares).map(([name, share]) => (
          <i key={name} data-share={name} style={{ flexGrow: share }} />
        ))}
      </div>
      <p className="analytics-quiet">
        {vitalNames[metric].about} Three of four views were no slower; the target is{' '}
        {vitalValue(metric, vitalTargets[metric].good)}. Of {formatNumber(views)} views{' '}
        {percent(good)} were good, {percent(middle)} middling, {percent(poor)} poor.
      </p>
    </div>
  )
}
