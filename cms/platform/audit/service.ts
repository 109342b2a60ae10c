import type { PayloadRequest } from 'payload'
import { transactionOf } from '../database/query.ts'
import { insertAuditRows } from './queries.ts'
import { withoutSecretNames } from './secret-names.ts'

export {
  findAuthorOf,
  findEntriesOfAction,
  findLastAuthor,
  findLastOfAction,
  findNewestEntries,
  findWhoTrashed,
  hasAction,
  isAccountChangedByAnother,
  newestEntryOf,
} from './queries.ts'

export type AuditEntry = {
  /** Such as `draft` or `barrel_changed`. A feature lists its actions in `auditActions` of its manifest. */
  action: string
  /** The name of the changed record, for staff. */
  subject: string
  of_collection: string
  document: number | string
  /** Id of the version that the action created, if any. */
  version?: number | null
  details?: Record<string, unknown>
  /** The staff member who did the action; null for the program. By default the actor of the request. */
  by?: { id: number; name: string } | null
}

const actorKey = 'audit actor'

/** Sets the actor of a request to somebody without a staff account, such as an organiser. */
export function setAuditActor(req: PayloadRequest, name: string): void {
  req.context = { ...req.context, [actorKey]: name }
}

// The actor that `setAuditActor` has set, else the signed-in staff member; null for the program.
function actorOf(req: PayloadRequest): { id: number | null; name: string } | null {
  const name = req.context?.[actorKey]
  if (typeof name === 'string') return { id: null, name }
  return req.user?.collection === 'users' ? { id: Number(req.user.id), name: req.user.name } : null
}

/** Who makes a request, as the audit trail names them; null for the program and guests. */
export const actorNameOf = (req: PayloadRequest): string | null => actorOf(req)?.name ?? null

/** Writes entries of the audit trail, in the request's transaction if it has one. */
export async function recordAll(req: PayloadRequest, entries: AuditEntry[]): Promise<void> {
  if (!entries.length) return
  const actor = actorOf(req)
  const rows = entries.map(({ by, details: given = null, document, version = null, ...entry }) => {
    // The audit trail is never deleted, and publishers read it.
    const details = withoutSecretNames(given)
    const { id = null, name = null } = (by === undefined ? actor : by) ?? {}
    const by_id = id === null ? null : Number(id)
    return { ...entry, document: String(document), version, details, by_id, by_name: name }
  })
  await insertAuditRows(await transactionOf(req), rows)
}

export const record = (req: PayloadRequest, entry: AuditEntry): Promise<void> =>
  recordAll(req, [entry])
