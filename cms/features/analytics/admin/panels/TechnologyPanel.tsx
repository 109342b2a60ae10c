import type { TechnologyReport, TechnologyRow } from '../../reports/contract.ts'
import { RankedTable } from '../charts/RankedTable.tsx'
import type { FilterName, TabOf } from '../settings.ts'
import { Tabs } from '../Tabs.tsx'
import { countryName, deviceNames, formatNumber } from '../texts.ts'
import { useReport } from '../use-report.ts'
import { useTab } from '../use-screen.tsx'
import { Panel } from './Panel.tsx'

type Tab = TabOf<'technology'>
const tabs: Record<Tab, string> = {
  devices: 'Devices',
  browsers: 'Browsers',
  systems: 'Systems',
  countries: 'Countries',
}

const kinds: Record<Tab, { label: string; filter: FilterName; show: (name: string) => string }> = {
  devices: { label: 'Device', filter: 'device', show: (name) => deviceNames[name] ?? name },
  browsers: { label: 'Browser', filter: 'browser', show: (name) => name },
  systems: { label: 'System', filter: 'os', show: (name) => name },
  countries: { label: 'Country', filter: 'country', show: countryName },
}

const columns = [
  { label: 'Visitors', show: ({ visitors }: TechnologyRow) => formatNumber(visitors) },
  { label: 'Views', show: ({ views }: TechnologyRow) => formatNumber(views) },
]

const rowsOf = (data: Extract<TechnologyReport, { tooFew: false }>, tab: Tab) => data[tab]

/** The devices, browsers and systems of visits, and their countries. */
export function TechnologyPanel() {
  const [tab, setTab] = useTab('technology')
  const { label, filter, show } = kinds[tab]
  return (
    <Panel
      id="analytics-technology"
      title="What they used"
      report={useReport('technology')}
      csv="technology"
      rows={6}
      empty="Devices, browsers and systems of visits are listed here."
      isEmpty={({ devices }) => !devices.length}
      controls={
        <Tabs
          label="What they used"
          tabs={tabs}
          chosen={tab}
          onChoose={setTab}
          panel="analytics-technology"
        />
      }
    >
      {(data) =>
        tab === 'countries' && !data.hasCountries ? (
          <p className="analytics-empty">
            Countries are known once a database of them is set up on the server (
            <code>COUNTRY_DATABASE</code>). Addresses of visitors are never stored.
          </p>
        ) : (
          <>
            {rowsOf(data, tab).length ? (
              <RankedTable
                caption={tabs[tab]}
                label={label}
                rows={rowsOf(data, tab)}
                keyOf={({ name }) => name ?? ''}
                name={({ name }) => (name === null ? 'Unknown' : show(name))}
                amountLabel="Visits"
                amount={({ sessions }) => sessions}
                before={({ sessionsBefore }) => sessionsBefore}
                filter={({ name }) =>
                  name === null ? (filter === 'country' ? [filter, ''] : null) : [filter, name]
                }
                columns={columns}
              />
            ) : (
              <p className="analytics-empty">
                There is no list of {tabs[tab].toLowerCase()} with these filters.
              </p>
            )}
            {tab === 'countries' && data.attribution ? (
              <p className="analytics-quiet">
                <a href={data.attribution.href}>{data.attribution.text}</a>
              </p>
            ) : null}
          </>
        )
      }
    </Panel>
  )
}
