import type { DefaultServerCellComponentProps, Payload } from 'payload'
import { cache } from 'react'
import { batchLookups } from '../../admin/lists/batched.ts'
import { databaseOf } from '../../database/query.ts'
import { findInvitations } from '../queries.ts'
import { InvitedText } from './InvitedText.tsx'

const invitations = cache((payload: Payload) =>
  batchLookups((ids: number[]) => findInvitations(databaseOf(payload), ids)),
)

/** The date of the invitation, for accounts without password and passkey. Empty for other accounts. */
export async function InvitedCell({
  payload,
  rowData,
}: Pick<DefaultServerCellComponentProps, 'payload' | 'rowData'>) {
  const invitation = await invitations(payload)(Number(rowData.id))
  return invitation ? <InvitedText {...invitation} /> : null
}
