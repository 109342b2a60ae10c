import type { PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { announce } from '../../platform/database/announce.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { findLedgerSettings, reverse } from '../ledger/service.ts'
import type { PayoutReversalRequest } from './contract.ts'
import { commonGoodError } from './errors.ts'
import {
  insertReversal,
  lockReversal,
  setReversalRefused,
  setReversed,
} from './queries/payout-reversals.ts'
import { lockPayout, type PayoutRow } from './queries/payouts.ts'
import { requireTwoPeople } from './second-account.ts'
import { commonGoodPagesTag } from './tags.ts'

/**
 * Requests that an approved payout is reversed. Nothing moves until another staff member approves the request.
 * @throws HttpError `no_payout`, `unpaid_payout`; `reversal_exists`: an earlier request was not refused; `key_reused`:
 *   another request has this key
 */
export const requestPayoutReversal = (
  req: PayloadRequest,
  staff: number,
  { key, payout: id, reason }: PayoutReversalRequest,
) =>
  inTransaction(req, async (db) => {
    const payout = await lockPayout(db, id)
    if (!payout) throw commonGoodError('no_payout')
    if (payout.state !== 'approved') throw commonGoodError('unpaid_payout')
    const row = await insertReversal(db, { key, payout: id, reason, staff })
    if (!row) throw commonGoodError('reversal_exists')
    if (row.isRepeat) {
      const isSame = row.payout === id && row.reason === reason && row.requested_by === staff
      if (!isSame) throw commonGoodError('key_reused')
      return row
    }
    await recordReversal(req, 'payout_reversal_requested', payout)
    return row
  })

/**
 * Approves another staff member's request, and reverses the payout. The money returns from the paying account to the
 * cause. Only the first approval moves money; later approvals return the same transfer.
 * @throws HttpError `no_reversal`, `own_reversal`, `refused_reversal`
 */
export async function approvePayoutReversal(req: PayloadRequest, staff: number, id: number) {
  const ledgerSettings = await findLedgerSettings(req.payload)
  return inTransaction(req, async (db) => {
    const row = await lockReversal(db, id)
    if (!row) throw commonGoodError('no_reversal')
    if (row.requested_by === staff) throw commonGoodError('own_reversal')
    if (row.transfer !== null) return { transfer: row.transfer, isRepeat: true }
    if (row.state !== 'requested') throw commonGoodError('refused_reversal')
    await requireTwoPeople(db, { requestedBy: row.requested_by, approvedBy: staff })
    const payout = await lockPayout(db, row.payout)
    if (!payout || payout.transfer === null) throw commonGoodError('unpaid_payout')
    const reply = await reverse(db, ledgerSettings, {
      key: `payout_reversal:${id}`,
      transfer: payout.transfer,
      reason: row.reason,
      actor: { kind: 'staff', id: staff },
    })
    // The SQL statement and a constraint of the table repeat the check that this is another person's request.
    const approved = await setReversed(db, { id, staff, transfer: reply.id })
    if (approved !== 1) throw commonGoodError('own_reversal')
    await recordReversal(req, 'payout_reversed', payout, reply.id)
    await announce(req, [commonGoodPagesTag])
    return { transfer: reply.id, isRepeat: false }
  })
}

/**
 * Refuses the reversal of a payout, or withdraws one's own request.
 * @throws HttpError `no_reversal`, `done_reversal`
 */
export const refusePayoutReversal = (
  req: PayloadRequest,
  staff: number,
  id: number,
): Promise<void> =>
  inTransaction(req, async (db) => {
    const row = await lockReversal(db, id)
    if (!row) throw commonGoodError('no_reversal')
    if (row.state === 'approved') throw commonGoodError('done_reversal')
    const payout = await lockPayout(db, row.payout)
    if (payout && (await setReversalRefused(db, id, staff)) > 0) {
      await recordReversal(req, 'payout_reversal_refused', payout)
    }
  })

/** Writes to the audit trail, without the reason, because the audit trail is kept for ever. */
const recordReversal = (
  req: PayloadRequest,
  action: string,
  { id, cause, amount }: PayoutRow,
  transfer?: number,
) =>
  record(req, {
    action,
    subject: `payout no. ${id}`,
    of_collection: 'cause_payouts',
    document: id,
    details: { cause, amount_cents: amount, ...(transfer !== undefined && { transfer }) },
  })
