import type { DefaultServerCellComponentProps, Payload } from 'payload'
import { cache } from 'react'
import { batched } from '../../admin/lists/batched.ts'
import { databaseOf } from '../../database/query.ts'
import { figure } from '../../letters/admin/texts.ts'
import { findDeliveryTotals } from '../queries/staff-numbers.ts'

type Cell = Pick<DefaultServerCellComponentProps, 'payload' | 'rowData'>

const batchedTotals = cache((payload: Payload) =>
  batched(async (ids: number[]) => {
    const rows = await findDeliveryTotals(databaseOf(payload), ids)
    return new Map(rows.map((row) => [row.nudge, row]))
  }),
)

async function Count({ payload, rowData, name }: Cell & { name: 'accepted' | 'clicked' }) {
  const totals = await batchedTotals(payload)(Number(rowData.id))
  return <span className="figures">{totals ? figure(totals[name]) : '–'}</span>
}

/** How many devices have the nudge. */
export const AcceptedCell = (props: Cell) => (
  <Count payload={props.payload} rowData={props.rowData} name="accepted" />
)

/** How often it was clicked, on devices and in open windows. */
export const ClickedCell = (props: Cell) => (
  <Count payload={props.payload} rowData={props.rowData} name="clicked" />
)
