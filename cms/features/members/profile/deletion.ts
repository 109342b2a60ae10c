import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { featuresOf } from '../../../platform/feature.ts'
import { countAttemptOrThrow } from '../../../platform/limits/service.ts'
import { log } from '../../../platform/runtime/log/log.ts'
import { findVenue } from '../../venue/service.ts'
import type { SignedIn } from '../contract.ts'
import { memberError } from '../errors.ts'
import { queueNotice, renderNotice } from '../mails.ts'
import {
  cancelDeletion,
  findDeletionTime,
  listDueDeletions,
  lockDueDeletion,
  scheduleDeletion,
} from '../queries/members.ts'
import type { DeletionReply } from './contract.ts'
import { deletionDelayMs } from './rules.ts'

/** The mail that says that an account is to be deleted at a time, or that this was stopped. */
export async function renderDeletion(
  payload: Payload,
  what: 'deletion_asked' | 'deletion_stopped',
  at: Date,
) {
  const { timeZone } = await findVenue(payload)
  const detail = at.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone })
  return renderNotice(payload, { what, detail })
}

/** When an account that is to be deleted now is deleted, and the mail that says so. */
export async function planDeletion(payload: Payload) {
  const at = new Date(Date.now() + deletionDelayMs)
  return { at, notice: await renderDeletion(payload, 'deletion_asked', at) }
}

/** Limits requests for a deletion, because each request after a cancellation sends a mail. */
const perMember = { max: 3, windowMs: 24 * 60 * 60_000, fixed: true }

/**
 * Schedules the deletion of a member in seven days. A second request does not delay it.
 * @throws HttpError `too_often` with Retry-After
 */
export async function requestDeletion(
  req: PayloadRequest,
  member: SignedIn,
): Promise<DeletionReply> {
  const db = databaseOf(req.payload)
  const scheduled = await findDeletionTime(db, member.id)
  if (scheduled) return { delete_at: scheduled }
  const { at, notice } = await planDeletion(req.payload)
  return inTransaction(req, async (tx) => {
    if (await scheduleDeletion(tx, member.id, at)) {
      const key = `deletions of ${member.id}`
      await countAttemptOrThrow(tx, key, perMember, memberError('too_often'))
      await queueNotice(req, member, notice)
    }
    return { delete_at: await findDeletionTime(tx, member.id) }
  })
}

/** Cancels a scheduled deletion. */
export async function undoDeletion(
  { payload }: PayloadRequest,
  { id }: SignedIn,
): Promise<DeletionReply> {
  await cancelDeletion(databaseOf(payload), id)
  return { delete_at: null }
}

/** Deletes the members whose deletion is due, each in its own transaction. */
export async function deleteDueMembers(payload: Payload): Promise<void> {
  for (const id of await listDueDeletions(databaseOf(payload))) {
    await eraseMember(await createLocalReq({}, payload), id)
  }
}

const eraseMember = (req: PayloadRequest, id: number): Promise<void> =>
  inTransaction(req, async (db) => {
    const owner = await lockDueDeletion(db, id)
    if (!owner) return
    for (const { erasePersonalData } of featuresOf(req.payload).toReversed()) {
      await erasePersonalData?.(db, owner, req)
    }
    log.info({ member: id }, 'a member was deleted at their request')
  })
