import type { PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { lockNames } from '../../platform/database/advisory-locks.ts'
import { announce } from '../../platform/database/announce.ts'
import type { Database } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { balanceOf, findLedgerSettings, findTransfer, reverse } from '../ledger/service.ts'
import { lockMembers } from '../members/service.ts'
import { takeCash } from './cash.ts'
import type { RequestedReply } from './contract.ts'
import { commonGoodError, translateInsufficientFunds } from './errors.ts'
import { creditReversals } from './ports.ts'
import {
  findMemberOfRequest,
  findRequest,
  findTaken,
  insertRequest,
  lockRequest,
  type NewRequest,
  type RequestRow,
  setRequestApproved,
  setRequestRefused,
} from './queries/requests.ts'
import { isAccountOfAnother, requireTwoPeople } from './second-account.ts'
import { commonGoodPagesTag, commonGoodTag } from './tags.ts'

/**
 * Above a limit, money leaves the Common Good only if a second person approves. The limit is for all that one person
 * takes out within 24 hours, so pieces count together. A trigger of the database enforces the same at commit, see
 * `common_good_second_person`.
 */

/**
 * What a reversal of these transfers would take out of the Common Good and its causes, in minor units; zero or less if
 * it takes nothing.
 */
export async function centsOutByReversing(
  db: Database,
  transfers: readonly number[],
): Promise<number> {
  let sum = 0
  for (const id of transfers) {
    for (const { account, amountCents } of (await findTransfer(db, { id }))?.legs ?? []) {
      if (account === 'common_good' || account.startsWith('cause:')) sum += amountCents
    }
  }
  return sum
}

/**
 * Stores a request if what it takes out needs a second person, or if it was stored before.
 * @returns null if one person may do it alone; nothing is stored then
 * @throws HttpError `key_reused`, `not_enough`, `request_exists`
 */
export async function requestIfNeeded(
  req: PayloadRequest,
  db: Database,
  request: NewRequest & { isBooked: boolean },
): Promise<RequestedReply | null> {
  const { key, kind, amount, note, day = null, reverses = null, staff, isBooked } = request
  // Requests of one person wait for each other, so together they can't exceed the limit. The trigger has the same lock.
  await lockNames(db, [`common good ${staff}`])
  const earlier = await findRequest(db, key)
  if (earlier) {
    const isSame =
      earlier.kind === kind &&
      earlier.amount === amount &&
      earlier.day === day &&
      earlier.reverses === reverses &&
      earlier.requested_by === staff &&
      (earlier.state !== 'requested' || earlier.note === note)
    if (!isSame) throw commonGoodError('key_reused')
    return { request: earlier.id, repeated: true }
  }
  if (amount <= 0 || isBooked) return null
  const { taken, limit } = await findTaken(db, staff)
  // Otherwise one person could take out as much again with each account that they open.
  if (taken + amount <= limit && !(await isAccountOfAnother(db, staff))) return null
  const { availableCents } = await balanceOf(db, 'common_good')
  if (availableCents < amount) throw commonGoodError('not_enough')
  const stored = await insertRequest(db, request)
  if (!stored) throw commonGoodError('request_exists')
  await recordRequest(req, 'out_requested', stored)
  return { request: stored.id, repeated: false }
}

/**
 * Approves a request of another staff member, and moves its money. Only the first approval moves money; later approvals
 * return the same transfer.
 * @throws HttpError `no_request`, `own_request`, `refused_request`, `changed_account`,
 *   `changed_requester`; what the movement itself throws
 */
export const approveRequest = (req: PayloadRequest, staff: number, id: number) =>
  inTransaction(req, async (db) => {
    // The member before the request, as when a member is erased.
    const member = await findMemberOfRequest(db, id)
    if (member !== null) await lockMembers(db, [member])
    const row = await requireRequest(db, id)
    if (row.requested_by === staff) throw commonGoodError('own_request')
    if (row.transfers?.[0]) return { id: row.transfers[0], isRepeat: true }
    if (row.state !== 'requested') throw commonGoodError('refused_request')
    await requireTwoPeople(db, { requestedBy: row.requested_by, approvedBy: staff })
    const transfers = await translateInsufficientFunds(carryOut(req, db, staff, row))
    // The SQL statement and a constraint of the table repeat the check that this is another person's request.
    const approved = await setRequestApproved(db, { id, staff, transfers })
    if (approved !== 1) throw commonGoodError('own_request')
    await recordRequest(req, 'out_approved', row, transfers)
    await announce(req, [commonGoodTag, commonGoodPagesTag])
    return { id: transfers[0] ?? 0, isRepeat: false }
  })

async function carryOut(
  req: PayloadRequest,
  db: Database,
  staff: number,
  { kind, key, amount, note, day, reverses }: RequestRow,
): Promise<number[]> {
  if (kind === 'cash') {
    const { id } = await takeCash(req.payload, db, { key, staff, amount: -amount, note, day })
    return [id]
  }
  const reversal = { key, transfer: reverses ?? 0, reason: note }
  if (kind === 'credit_reversal') {
    const reverseCredit = creditReversals.find(req.payload)
    if (!reverseCredit) throw commonGoodError('booked_elsewhere')
    return reverseCredit(req, staff, reversal)
  }
  const ledgerSettings = await findLedgerSettings(req.payload)
  const actor = { kind: 'staff', id: staff } as const
  const { id } = await reverse(db, ledgerSettings, { ...reversal, actor })
  return [id]
}

/** Refuses a request, or withdraws one's own. @throws HttpError `no_request`, `done_request` */
export const refuseRequest = (req: PayloadRequest, staff: number, id: number): Promise<void> =>
  inTransaction(req, async (db) => {
    const row = await requireRequest(db, id)
    if (row.state === 'approved') throw commonGoodError('done_request')
    if ((await setRequestRefused(db, id, staff)) > 0) await recordRequest(req, 'out_refused', row)
  })

async function requireRequest(db: Database, id: number): Promise<RequestRow> {
  const row = await lockRequest(db, id)
  if (!row) throw commonGoodError('no_request')
  return row
}

/** Writes to the audit trail, without the note, because the audit trail is kept for ever. */
const recordRequest = (
  req: PayloadRequest,
  action: string,
  { id, kind, amount, reverses }: RequestRow,
  transfers: readonly number[] = [],
) =>
  record(req, {
    action,
    subject: `request no. ${id}`,
    of_collection: 'common_good_requests',
    document: id,
    details: {
      kind,
      amount_cents: amount,
      ...(reverses !== null && { no: reverses }),
      ...(transfers.length > 0 && { transfer: transfers[0] }),
    },
  })
