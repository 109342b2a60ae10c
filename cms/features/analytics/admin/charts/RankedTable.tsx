import { type CSSProperties, type ReactNode, useState } from 'react'
import { Button } from '../../../../platform/ui/Button.tsx'
import type { FilterName } from '../settings.ts'
import { changeOf, describeFilter, formatNumber } from '../texts.ts'
import { useScreen } from '../use-screen.tsx'
import { ChangeText } from './ChangeText.tsx'
import { Scrolling } from './Scrolling.tsx'

const shortRows = 8

type Props<Row> = {
  /** What the table lists, for screen readers. */
  caption: string
  /** Head of the first column. */
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  name: (row: Row) => ReactNode
  /** A second line below the name. */
  detail?: (row: Row) => ReactNode
  /** The header and number of the column by which the rows are ranked. */
  amountLabel: string
  amount: (row: Row) => number
  /** The amount in the compared range; null without a comparison. */
  before?: (row: Row) => number | null
  /** The filter that a click on a row sets; null for rows that set no filter. */
  filter?: (row: Row) => [FilterName, string] | null
  /** Whether rows are marked when their filter is set. False if many rows have the same filter. */
  marksFilter?: boolean
  /** Further columns, which the table shows when it is expanded. */
  columns?: readonly { label: string; show: (row: Row) => ReactNode }[]
  /** Whether the report leaves out rows, because it has a maximum number of rows. */
  hasMore?: boolean
}

/** Rows with a bar each, the largest first. A click on a row sets a filter. */
export function RankedTable<Row>(props: Props<Row>) {
  const { caption, label, rows, keyOf, amountLabel, amount, before, columns = [] } = props
  const { hasMore = false } = props
  const [isOpen, setOpen] = useState(false)
  const hasChange = before !== undefined && rows.some((row) => before(row) !== null)
  const maxAmount = Math.max(1, ...rows.map(amount))
  const shown = isOpen ? rows : rows.slice(0, shortRows)
  const isExpandable = rows.length > shortRows || columns.length > 0
  const table = (
    <table className="analytics-rows">
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">{amountLabel}</th>
          {hasChange ? <th scope="col">Change</th> : null}
          {isOpen
            ? columns.map((column) => (
                <th key={column.label} scope="col">
                  {column.label}
                </th>
              ))
            : null}
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => (
          <tr key={keyOf(row)}>
            <th
              scope="row"
              style={{ '--share': `${(amount(row) / maxAmount) * 100}%` } as CSSProperties}
            >
              <RowName row={row} {...props} />
            </th>
            <td>{formatNumber(amount(row))}</td>
            {hasChange ? (
              <td>
                <ChangeText change={changeOf(amount(row), before?.(row) ?? null)} />
              </td>
            ) : null}
            {isOpen
              ? columns.map((column) => <td key={column.label}>{column.show(row)}</td>)
              : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <>
      {isOpen ? <Scrolling label={caption}>{table}</Scrolling> : table}
      {isOpen && hasMore ? (
        <p className="analytics-quiet">There are more; the CSV file has all of them.</p>
      ) : null}
      {isExpandable ? (
        <Button
          kind="quiet"
          className="analytics-more"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen
            ? 'Show less'
            : rows.length > shortRows
              ? `Show ${hasMore ? 'the first' : 'all'} ${formatNumber(rows.length)}`
              : 'Show more numbers'}
          <span className="sr"> of {caption}</span>
        </Button>
      ) : null}
    </>
  )
}

function RowName<Row>({
  row,
  name,
  detail,
  filter,
  marksFilter = true,
}: Props<Row> & { row: Row }) {
  const { settings, toggle } = useScreen()
  const [filterName, value] = filter?.(row) ?? []
  const words = (
    <>
      <span>{name(row)}</span>
      {detail ? <small>{detail(row)}</small> : null}
    </>
  )
  if (filterName === undefined || value === undefined)
    return <span className="analytics-name">{words}</span>
  const isSet = settings.filters[filterName] === value
  return (
    <button
      type="button"
      className="analytics-name"
      aria-pressed={marksFilter ? isSet : undefined}
      title={isSet ? 'Remove this filter' : `Show only where: ${describeFilter(filterName, value)}`}
      onClick={() => toggle(filterName, value)}
    >
      {words}
    </button>
  )
}
