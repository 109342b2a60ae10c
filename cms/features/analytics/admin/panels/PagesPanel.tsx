import type { PageRow } from '../../reports/contract.ts'
import { RankedTable } from '../charts/RankedTable.tsx'
import type { TabOf } from '../settings.ts'
import { Tabs } from '../Tabs.tsx'
import { duration, formatNumber, pageExplanation, pageText, percent } from '../texts.ts'
import { useReport } from '../use-report.ts'
import { useTab } from '../use-screen.tsx'
import { Panel } from './Panel.tsx'

type Tab = TabOf<'pages'>
const tabs: Record<Tab, string> = {
  pages: 'Pages',
  entries: 'Entry pages',
  exits: 'Exit pages',
}

const kinds: Record<
  Tab,
  { label: string; amount: (row: PageRow) => number; before: (row: PageRow) => number | null }
> = {
  pages: { label: 'Views', amount: ({ views }) => views, before: ({ viewsBefore }) => viewsBefore },
  entries: {
    label: 'Visits that began',
    amount: ({ entries }) => entries ?? 0,
    before: ({ entriesBefore }) => entriesBefore,
  },
  exits: {
    label: 'Visits that ended',
    amount: ({ exits }) => exits ?? 0,
    before: ({ exitsBefore }) => exitsBefore,
  },
}

const columns = [
  { label: 'Visits', show: ({ sessions }: PageRow) => formatNumber(sessions) },
  { label: 'Bounces', show: ({ bounceRate }: PageRow) => percent(bounceRate) },
  { label: 'Time', show: ({ medianSeconds }: PageRow) => duration(medianSeconds) },
  {
    label: 'Scrolled',
    show: ({ meanScroll }: PageRow) => (meanScroll === null ? '–' : `${Math.round(meanScroll)}%`),
  },
]

/** The pages that people opened, and where visits began and ended. */
export function PagesPanel() {
  const [tab, setTab] = useTab('pages')
  const report = useReport(tab)
  const { label, amount, before } = kinds[tab]
  return (
    <Panel
      id="analytics-pages"
      title="Pages"
      report={report}
      csv={tab}
      empty="The pages that people open are listed here."
      isEmpty={({ rows }) => !rows.some(amount)}
      controls={
        <Tabs label="Pages" tabs={tabs} chosen={tab} onChoose={setTab} panel="analytics-pages" />
      }
    >
      {({ rows, hasMore }) => (
        <RankedTable
          caption={tabs[tab]}
          label="Page"
          rows={rows.filter(amount)}
          keyOf={({ page }) => page}
          name={({ page }) => pageText(page)}
          detail={({ page, title }) => pageExplanation(page) ?? title}
          hasMore={hasMore}
          amountLabel={label}
          amount={amount}
          before={before}
          filter={({ page }) => [tab === 'entries' ? 'entry' : 'page', page]}
          columns={columns}
        />
      )}
    </Panel>
  )
}
