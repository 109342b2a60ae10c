import { RankedTable } from '../charts/RankedTable.tsx'
import type { TabOf } from '../settings.ts'
import { Tabs } from '../Tabs.tsx'
import { formatNumber } from '../texts.ts'
import { useReport } from '../use-report.ts'
import { useTab } from '../use-screen.tsx'
import { Panel } from './Panel.tsx'
import { groupSources, type SourceGroup } from './source-groups.ts'

type Tab = TabOf<'sources'>
const tabs: Record<Tab, string> = {
  source: 'Sources',
  medium: 'Mediums',
  campaign: 'Campaigns',
}

const unnamed: Record<Tab, string> = {
  source: 'Came directly',
  medium: 'No medium',
  campaign: 'No campaign',
}

const columns = [{ label: 'Views', show: ({ views }: SourceGroup) => formatNumber(views) }]

/** Where visits came from: other sites, letters, nudges and campaigns. */
export function SourcesPanel() {
  const [tab, setTab] = useTab('sources')
  return (
    <Panel
      id="analytics-sources"
      title="Where they came from"
      report={useReport('sources')}
      csv="sources"
      empty="Sites, letters, nudges and campaigns that lead people here are listed here."
      isEmpty={({ rows }) => !rows.length}
      controls={
        <Tabs
          label="Where they came from"
          tabs={tabs}
          chosen={tab}
          onChoose={setTab}
          panel="analytics-sources"
        />
      }
    >
      {({ rows, hasMore }) => (
        <RankedTable
          caption={tabs[tab]}
          label={{ source: 'Source', medium: 'Medium', campaign: 'Campaign' }[tab]}
          rows={groupSources(rows, tab)}
          keyOf={({ name }) => name ?? ''}
          name={({ name }) => name ?? unnamed[tab]}
          hasMore={hasMore}
          amountLabel="Visits"
          amount={({ sessions }) => sessions}
          before={({ sessionsBefore }) => sessionsBefore}
          filter={({ name }) => [tab, name ?? '']}
          columns={columns}
        />
      )}
    </Panel>
  )
}
