import type { DefaultServerCellComponentProps, Payload } from 'payload'
import { cache } from 'react'
import { batchLookups } from '../../admin/lists/batched.ts'
import { findWhoTrashed } from '../../audit/service.ts'
import { databaseOf } from '../../database/query.ts'
import { daysLeft } from '../rules.ts'
import { TrashedText } from './TrashedText.tsx'

// One query looks up who deleted the records of all rows in a list.
const trashings = cache((payload: Payload, collection: string) =>
  batchLookups((documents: string[]) => findWhoTrashed(databaseOf(payload), collection, documents)),
)

/** Shows who deleted a record, when, and how long it can be restored. Empty for records not in the trash. */
export async function TrashedCell({
  payload,
  collectionSlug,
  rowData,
}: Pick<DefaultServerCellComponentProps, 'payload' | 'collectionSlug' | 'rowData'>) {
  const at = rowData.deletedAt
  if (typeof at !== 'string') return null
  const by = await trashings(payload, collectionSlug)(String(rowData.id))
  return <TrashedText by={by ?? null} at={at} left={daysLeft(at, new Date())} />
}
