import type { DefaultServerCellComponentProps, Payload } from 'payload'
import { cache } from 'react'
import { batchLookups } from '../../admin/lists/batched.ts'
import { databaseOf } from '../../database/query.ts'
import { findUses } from '../find-uses.ts'

const usesOf = cache((payload: Payload) =>
  batchLookups((ids: number[]) => findUses(payload, databaseOf(payload), ids)),
)

/** How many places show a picture. */
export async function UsesCell({
  payload,
  rowData,
}: Pick<DefaultServerCellComponentProps, 'payload' | 'rowData'>) {
  const uses = (await usesOf(payload)(Number(rowData.id))) ?? []
  if (!uses.length) return <span className="admin-quiet">Not shown</span>
  return (
    <span title={uses.map(({ place }) => place).join(', ')}>
      Shown in {uses.length === 1 ? 'one place' : `${uses.length} places`}
    </span>
  )
}
