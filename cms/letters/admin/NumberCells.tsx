import type { DefaultServerCellComponentProps, Payload } from 'payload'
import { cache } from 'react'
import { findTotals, type LetterTotals } from '../progress.ts'
import { figure } from './texts.ts'

type Cell = Pick<DefaultServerCellComponentProps, 'payload' | 'rowData'>

// One query for all rows of a list.
const batchedTotals = cache((payload: Payload) => {
  let ids: number[] = []
  let pending: Promise<Map<number, LetterTotals>> | null = null
  return async (id: number): Promise<LetterTotals | undefined> => {
    ids.push(id)
    pending ??= Promise.resolve().then(() => {
      const batch = ids
      ids = []
      pending = null
      return findTotals(payload, batch)
    })
    return (await pending).get(id)
  }
})

async function Count({ payload, rowData, name }: Cell & { name: keyof LetterTotals }) {
  const numbers = await batchedTotals(payload)(Number(rowData.id))
  return <span className="figures">{numbers ? figure(numbers[name]) : '–'}</span>
}

/** The number of readers of a letter. */
export const TotalCell = (props: Cell) => (
  <Count payload={props.payload} rowData={props.rowData} name="total" />
)

/** How many readers have the letter. */
export const DeliveredCell = (props: Cell) => (
  <Count payload={props.payload} rowData={props.rowData} name="delivered" />
)
