import type { CSSProperties, ReactNode } from 'react'
import { minMembers } from '../../../members/rules.ts'
import type { Report } from '../../reports/contract.ts'
import { profileFilters, type ReportName } from '../../reports/rules.ts'
import { CsvLink } from '../CsvLink.tsx'
import { Failure } from '../Failure.tsx'
import { inRange } from '../texts.ts'
import type { Requested } from '../use-report.ts'
import { useScreen } from '../use-screen.tsx'

type Props<Data> = {
  id: string
  title: string
  report: Requested<Report<Data>>
  /** The report that the CSV file contains. */
  csv: ReportName
  isEmpty: (data: Data) => boolean
  /** Says what the panel shows when there is data. */
  empty: string
  /** The sentence after `empty` if no filter is set. By default it says that there is nothing in the range. */
  emptyBecause?: string
  /** Tabs and buttons beside the title. */
  controls?: ReactNode
  /** The number of rows for which space is reserved until the data arrives. */
  rows?: number
  isWide?: boolean
  children: (data: Data) => ReactNode
}

/** A part of the screen that shows one report, or the reason why there is nothing to show. */
export function Panel<Data>(props: Props<Data>) {
  const { id, title, report, csv, controls, rows = 8, isWide = false } = props
  const { query } = useScreen()
  const { reply, problem, isOld, retry } = report
  return (
    <section
      className="analytics-panel"
      data-wide={isWide || undefined}
      aria-labelledby={`${id}-title`}
      style={{ '--rows': rows } as CSSProperties}
    >
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <CsvLink table={csv} query={query} title={title} />
      </header>
      {controls}
      <Failure problem={problem} retry={retry} old={reply?.range ?? null} />
      <div
        id={id}
        className="analytics-body"
        aria-busy={(reply === null || isOld) && problem === null}
        data-old={isOld || undefined}
      >
        {reply ? <Content {...props} reply={reply} /> : problem ? null : <Waiting rows={rows} />}
      </div>
    </section>
  )
}

function Content<Data>(props: Props<Data> & { reply: Report<Data> }) {
  const { reply, isEmpty, empty, emptyBecause, children } = props
  const { settings, today } = useScreen()
  if (reply.tooFew) {
    return (
      <p className="analytics-empty">
        This filter matches fewer than {minMembers} members, or leaves out fewer than {minMembers}.
        Numbers could tell what one of so few did, so none are shown.
      </p>
    )
  }
  const data: Data = reply
  const isFiltered = Object.keys(settings.filters).length > 0
  const isByProfile = profileFilters.some((name) => settings.filters[name] !== undefined)
  return (
    <>
      {reply.note ? <p className="analytics-note">{reply.note}</p> : null}
      {isEmpty(data) ? (
        <p className="analytics-empty">
          {empty}{' '}
          {isByProfile
            ? `Nothing is about at least ${minMembers} members, and what is about fewer is not shown.`
            : isFiltered
              ? `Nothing ${inRange(reply.range, today)} matches the filters.`
              : (emptyBecause ?? `There is nothing ${inRange(reply.range, today)}.`)}
        </p>
      ) : (
        children(data)
      )}
    </>
  )
}

/** Reserves the space of rows that have not arrived yet. */
const Waiting = ({ rows }: { rows: number }) => (
  <div className="analytics-waiting">
    <span className="sr">Loading …</span>
    {Array.from({ length: rows }, (_, row) => (
      <i key={String(row)} aria-hidden="true" />
    ))}
  </div>
)
