import type { DefaultServerCellComponentProps, Payload } from 'payload'
import { cache } from 'react'
import { batchLookups } from '../../admin/lists/batched.ts'
import { databaseOf } from '../../database/query.ts'
import { findExposed, findInvitations } from '../queries.ts'
import { InvitedText } from './InvitedText.tsx'

const invitations = cache((payload: Payload) =>
  batchLookups((ids: number[]) => findInvitations(databaseOf(payload), ids)),
)

const exposed = cache((payload: Payload) =>
  batchLookups(async (ids: number[]) => {
    const found = await findExposed(databaseOf(payload), ids)
    return new Map([...found].map((id) => [id, true]))
  }),
)

/**
 * The date of the invitation, for accounts without password and passkey; for others, whether they have to choose a new
 * password. Empty for most accounts.
 */
export async function InvitedCell({
  payload,
  rowData,
}: Pick<DefaultServerCellComponentProps, 'payload' | 'rowData'>) {
  const id = Number(rowData.id)
  const [invitation, isExposed] = await Promise.all([
    invitations(payload)(id),
    exposed(payload)(id),
  ])
  if (invitation) return <InvitedText {...invitation} />
  return isExposed ? <b>Has to choose a new password</b> : null
}
