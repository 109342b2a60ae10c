import type { DefaultServerCellComponentProps, Payload } from 'payload'
import { cache } from 'react'
import { findNumbers, type LetterNumbers } from '../numbers.ts'
import { figure } from './words.ts'

type Cell = Pick<DefaultServerCellComponentProps, 'payload' | 'rowData'>

// A list asks once for all its rows.
const asking = cache((payload: Payload) => {
  let ids: number[] = []
  let found: Promise<Map<number, LetterNumbers>> | null = null
  return async (id: number): Promise<LetterNumbers | undefined> => {
    ids.push(id)
    found ??= Promise.resolve().then(() => {
      const together = ids
      ids = []
      found = null
      return findNumbers(payload, together)
    })
    return (await found).get(id)
  }
})

async function Count({ payload, rowData, name }: Cell & { name: keyof LetterNumbers }) {
  const numbers = await asking(payload)(Number(rowData.id))
  return <span className="figures">{numbers ? figure(numbers[name]) : '–'}</span>
}

/** To how many readers a letter was addressed. */
export const TotalCell = (props: Cell) => (
  <Count payload={props.payload} rowData={props.rowData} name="total" />
)

/** How many of them have it. */
export const DeliveredCell = (props: Cell) => (
  <Count payload={props.payload} rowData={props.rowData} name="delivered" />
)
