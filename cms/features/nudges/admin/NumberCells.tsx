import type { DefaultServerCellComponentProps, Payload } from 'payload'
import { cache } from 'react'
import { batchLookups } from '../../../platform/admin/lists/batched.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { formatNumber } from '../../../platform/ui/format-number.ts'
import { findReachTotals } from '../queries/staff-numbers.ts'

type Cell = Pick<DefaultServerCellComponentProps, 'payload' | 'rowData'>

const batchedTotals = cache((payload: Payload) =>
  batchLookups(async (ids: number[]) => {
    const rows = await findReachTotals(databaseOf(payload), ids)
    return new Map(rows.map((row) => [row.nudge, row]))
  }),
)

async function Count({ payload, rowData, name }: Cell & { name: 'reached' | 'clicked' }) {
  const totals = await batchedTotals(payload)(Number(rowData.id))
  return <span className="figures">{totals ? formatNumber(totals[name]) : '–'}</span>
}

/** The number of devices that have the nudge, plus the number of other open windows that showed it. */
export const ReachedCell = (props: Cell) => (
  <Count payload={props.payload} rowData={props.rowData} name="reached" />
)

/** On how many of these devices and windows the nudge was clicked. */
export const ClickedCell = (props: Cell) => (
  <Count payload={props.payload} rowData={props.rowData} name="clicked" />
)
