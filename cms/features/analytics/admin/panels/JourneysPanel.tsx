import dynamic from 'next/dynamic'
import type { Move } from '../../reports/contract.ts'
import { journeyGraph } from '../charts/journey-graph.ts'
import { RankedTable } from '../charts/RankedTable.tsx'
import { formatNumber, pageText, transitionText } from '../texts.ts'
import { useReport } from '../use-report.ts'
import { useScreen } from '../use-screen.tsx'
import { Panel } from './Panel.tsx'

const JourneyChart = dynamic(
  () => import('../charts/JourneyChart.tsx').then((file) => file.JourneyChart),
  {
    ssr: false,
    loading: () => null,
  },
)

const columns = [{ label: 'Visits', show: ({ sessions }: Move) => formatNumber(sessions) }]

/** The most frequent moves from one page to another. */
export function JourneysPanel() {
  const { toggle } = useScreen()
  return (
    <Panel
      id="analytics-journeys"
      title="Their ways through the site"
      report={useReport('journeys')}
      csv="journeys"
      isWide
      rows={10}
      empty="From which page people went to which is drawn here."
      isEmpty={({ moves }) => !moves.length}
    >
      {({ moves, hasMore }) => (
        <div className="analytics-journeys">
          <div className="analytics-flow" aria-hidden="true">
            <p>
              <span>From</span>
              <span>To</span>
            </p>
            <div className="analytics-flow__frame">
              <JourneyChart graph={journeyGraph(moves)} onChoose={(page) => toggle('page', page)} />
            </div>
          </div>
          <div>
            <RankedTable
              caption="Moves from page to page"
              label="From and to"
              rows={moves}
              keyOf={({ from, to, transition }) => `${from} ${to} ${transition}`}
              name={({ from, to }) => `${pageText(from)} → ${pageText(to)}`}
              detail={({ transition }) => `by ${transitionText(transition)}`}
              hasMore={hasMore}
              amountLabel="Times"
              amount={(move) => move.moves}
              marksFilter={false}
              filter={({ from }) => (from.startsWith('/') ? ['page', from] : null)}
              columns={columns}
            />
          </div>
        </div>
      )}
    </Panel>
  )
}
