'use client'
import { asWords } from '../../ui/as-words.ts'
import { formatMoney } from '../../ui/money.ts'
import { useAdminContext } from '../shell/AdminContext.tsx'
import { formatDate, formatMoment } from '../shell/format.ts'
import { type CellProps, LinkedCell } from './LinkedCell.tsx'

/** Whole pence (cents) as a price. */
export function MoneyCell(props: CellProps) {
  const { currency } = useAdminContext()
  const { cellData } = props
  return (
    <LinkedCell {...props}>
      <span className="figures">
        {typeof cellData === 'number' ? formatMoney(cellData, currency) : '–'}
      </span>
    </LinkedCell>
  )
}

/** A key or code as words. */
export const KeyCell = (props: CellProps) => (
  <LinkedCell {...props}>{asWords(String(props.cellData ?? ''))}</LinkedCell>
)

/** A tick as a word. */
export const YesNoCell = (props: CellProps) => (
  <LinkedCell {...props}>{props.cellData ? 'Yes' : 'No'}</LinkedCell>
)

/** A state, styled by its severity. */
export const StateCell = (props: CellProps) => (
  <LinkedCell {...props}>
    <span className="cell-state" data-state={String(props.cellData ?? '')}>
      {asWords(String(props.cellData ?? ''))}
    </span>
  </LinkedCell>
)

/** A moment in the venue's time zone: `24 Dec, 18:05`. */
export function MomentCell(props: CellProps) {
  const { timeZone, today } = useAdminContext()
  return <LinkedCell {...props}>{formatMoment(props.cellData, timeZone, today)}</LinkedCell>
}

/** A time on the venue's clock (`2026-12-24T18:05`): `24 Dec, 18:05`. */
export function LocalTimeCell(props: CellProps) {
  const { today } = useAdminContext()
  const [day = '', time = ''] = String(props.cellData ?? '').split('T')
  return <LinkedCell {...props}>{time ? `${formatDate(day, today)}, ${time}` : '–'}</LinkedCell>
}
