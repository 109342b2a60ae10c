'use client'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { useAdminContext } from '../../../../platform/admin/shell/AdminContext.tsx'
import { CmsLink } from '../../../../platform/admin/shell/CmsLink.tsx'
import { Button } from '../../../../platform/ui/Button.tsx'
import type { RawReply } from '../../reports/contract.ts'
import { type RawTable, rawColumnNames } from '../../rules.ts'
import { CsvLink } from '../CsvLink.tsx'
import { Scrolling } from '../charts/Scrolling.tsx'
import { Failure } from '../Failure.tsx'
import { FilterChips } from '../FilterChips.tsx'
import { FilterDialog } from '../FilterDialog.tsx'
import { RangePicker } from '../RangePicker.tsx'
import { type DateRange, formatSettings, queryOf, settingsForRows } from '../settings.ts'
import { Tabs } from '../Tabs.tsx'
import { inRange } from '../texts.ts'
import { useRequested } from '../use-report.ts'
import { ScreenProvider, useScreenState } from '../use-screen.tsx'
import { cellText, tableNames, tableOf } from './raw-table.ts'

const rowsPerPage = 100

/** The stored rows, newest first, with the range and filters of the analytics screen. */
export function RawTables() {
  const search = useSearchParams()
  const table = tableOf(search)
  const screen = useScreenState({ table })
  const { settings, range, today, change } = screen
  const cursor = search.get('after')
  const [isFiltering, setFiltering] = useState(false)
  const [isCustomOpen, setCustomOpen] = useState(false)
  const query = new URLSearchParams(queryOf(settings, settingsForRows(settings)))
  query.delete('compare')
  const csvQuery = query.toString()
  query.set('limit', String(rowsPerPage))
  if (cursor) query.set('after', cursor)
  const { reply, problem, isOld, retry } = useRequested<RawReply>(`analytics/raw/${table}?${query}`)
  const showRows = (to: { table: RawTable; after?: string | null }) =>
    change({}, { table: to.table, ...(to.after && { after: to.after }) })
  return (
    <ScreenProvider value={screen}>
      <header className="analytics-head admin-inputs">
        <p>
          What was stored of each visit {inRange(range, today)}, newest first.{' '}
          <CmsLink href={`/cms/member-analytics${formatSettings(settings)}`}>The numbers</CmsLink>
        </p>
        <div className="analytics-bar">
          <RangePicker isCustomOpen={isCustomOpen} onCustom={setCustomOpen} hasComparison={false} />
          <FilterChips onOpen={() => setFiltering(true)} isOfRows />
        </div>
      </header>
      <section className="analytics-panel" data-wide aria-label="Tables">
        <div className="analytics-raw__bar">
          <Tabs
            label="Tables"
            tabs={tableNames}
            chosen={table}
            onChoose={(chosen) => showRows({ table: chosen })}
            panel="analytics-raw"
          />
          <CsvLink table={table} query={csvQuery} title={tableNames[table]} />
        </div>
        <Failure problem={problem} retry={retry} old={reply && !isOld ? range : null} />
        <div
          id="analytics-raw"
          className="analytics-body"
          aria-busy={!problem && (!reply || isOld)}
          data-old={isOld || undefined}
        >
          {reply && !isOld ? (
            <Rows reply={reply} table={table} range={range} today={today} />
          ) : (
            <p className="analytics-empty">{problem ? '' : 'Loading …'}</p>
          )}
        </div>
        <p className="analytics-actions">
          <Button unavailable={!cursor} onClick={() => showRows({ table })}>
            Newest
          </Button>
          <Button
            unavailable={!reply?.next || isOld}
            onClick={() => showRows({ table, after: reply?.next ?? null })}
          >
            Older
          </Button>
        </p>
      </section>
      {isFiltering ? <FilterDialog onClose={() => setFiltering(false)} isOfRows /> : null}
    </ScreenProvider>
  )
}

type RowsProps = { reply: RawReply; table: RawTable; range: DateRange; today: string }

function Rows({ reply: { columns, rows }, table, range, today }: RowsProps) {
  const { timeZone } = useAdminContext()
  if (!rows.length) {
    return (
      <p className="analytics-empty">
        {tableNames[table]} are listed here, one to a row. There are none {inRange(range, today)}{' '}
        that match.
      </p>
    )
  }
  return (
    <>
      <p className="analytics-quiet">
        Times are on the venue’s clock ({timeZone}). In CSV files they are in ISO 8601, with their
        offset from UTC.
      </p>
      <Scrolling label={tableNames[table]}>
        <table className="analytics-raw">
          <caption className="sr">{tableNames[table]}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {rawColumnNames[column] ?? column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={String(index)}>
                {columns.map((column) => (
                  <td key={column}>{cellText(column, row[column], timeZone)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </>
  )
}
