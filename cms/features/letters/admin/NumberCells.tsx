import type { DefaultServerCellComponentProps, Payload } from 'payload'
import { cache } from 'react'
import { batchLookups } from '../../../platform/admin/lists/batched.ts'
import { formatNumber } from '../../../platform/ui/format-number.ts'
import { findTotals, type LetterTotals } from '../sending/progress.ts'

type Cell = Pick<DefaultServerCellComponentProps, 'payload' | 'rowData'>

const batchedTotals = cache((payload: Payload) =>
  batchLookups((ids: number[]) => findTotals(payload, ids)),
)

async function Count({ payload, rowData, name }: Cell & { name: keyof LetterTotals }) {
  const numbers = await batchedTotals(payload)(Number(rowData.id))
  return <span className="figures">{numbers ? formatNumber(numbers[name]) : '–'}</span>
}

/** The number of readers of a letter. */
export const TotalCell = (props: Cell) => (
  <Count payload={props.payload} rowData={props.rowData} name="total" />
)

/** To how many readers the letter was delivered. */
export const DeliveredCell = (props: Cell) => (
  <Count payload={props.payload} rowData={props.rowData} name="delivered" />
)
