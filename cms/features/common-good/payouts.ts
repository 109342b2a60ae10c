import type { PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { announce } from '../../platform/database/announce.ts'
import type { Database } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { hasPicture } from '../../platform/media/service.ts'
import { balanceOf, findLedgerSettings, transfer } from '../ledger/service.ts'
import { causeAccount } from './causes.ts'
import type { PayoutRequest } from './contract.ts'
import { commonGoodError, translateInsufficientFunds } from './errors.ts'
import { lockCause } from './queries/causes.ts'
import { insertPayout, lockPayout, setApproved, setRefused } from './queries/payouts.ts'
import { requireTwoPeople } from './second-account.ts'
import { commonGoodPagesTag } from './tags.ts'

/**
 * Requests a payout from a cause. Nothing moves until another staff member approves it.
 * @throws HttpError `no_cause`, `no_receipt`, `not_enough`; `key_reused`: another request has this key
 */
export const requestPayout = (
  req: PayloadRequest,
  staff: number,
  { key, cause, amount, note, receipt, account }: PayoutRequest,
) =>
  inTransaction(req, async (db) => {
    const found = await lockCause(db, cause)
    if (!found) throw commonGoodError('no_cause')
    if (!(await hasPicture(req, receipt))) throw commonGoodError('no_receipt', { field: 'receipt' })
    const row = await insertPayout(db, { key, cause, amount, note, receipt, account, staff })
    if (row.isRepeat) {
      const isSame =
        row.cause === cause &&
        row.amount === amount &&
        row.note === note &&
        row.receipt === receipt &&
        row.account === account &&
        row.requested_by === staff
      if (!isSame) throw commonGoodError('key_reused')
      return row
    }
    const { availableCents } = await balanceOf(db, causeAccount(cause))
    if (availableCents < amount) throw commonGoodError('not_enough')
    await recordPayout(req, 'payout_requested', row)
    return row
  })

/**
 * Approves a payout that another staff member requested, and moves its money. Only the first approval moves money;
 * later approvals return the same transfer.
 * @throws HttpError `no_payout`, `own_payout`, `refused_payout`, `changed_account`, `changed_requester`,
 *   `not_enough`
 */
export async function approvePayout(req: PayloadRequest, staff: number, id: number) {
  const ledgerSettings = await findLedgerSettings(req.payload)
  return inTransaction(req, async (db) => {
    const row = await requirePayout(db, id)
    if (row.requested_by === staff) throw commonGoodError('own_payout')
    if (row.transfer !== null) return { transfer: row.transfer, isRepeat: true }
    if (row.state !== 'requested') throw commonGoodError('refused_payout')
    await requireTwoPeople(db, { requestedBy: row.requested_by, approvedBy: staff })
    const account = causeAccount(row.cause)
    const reply = await translateInsufficientFunds(
      transfer(db, ledgerSettings, {
        key: `payout:${id}`,
        kind: 'payout',
        from: account,
        to: row.account,
        amountCents: row.amount,
        reference: account,
        actor: { kind: 'staff', id: staff },
        note: row.note,
      }),
    )
    // The SQL statement and a constraint of the table repeat the check that this is another person's request.
    const approved = await setApproved(db, { id, staff, transfer: reply.id })
    if (approved !== 1) throw commonGoodError('own_payout')
    await recordPayout(req, 'payout_approved', { ...row, transfer: reply.id })
    await announce(req, [commonGoodPagesTag])
    return { transfer: reply.id, isRepeat: false }
  })
}

/** Refuses a payout, or withdraws one's own. @throws HttpError `no_payout`; `paid_payout`: it was approved */
export const refusePayout = (req: PayloadRequest, staff: number, id: number): Promise<void> =>
  inTransaction(req, async (db) => {
    const row = await requirePayout(db, id)
    if (row.state === 'approved') throw commonGoodError('paid_payout')
    if ((await setRefused(db, id, staff)) > 0) await recordPayout(req, 'payout_refused', row)
  })

async function requirePayout(db: Database, id: number) {
  const row = await lockPayout(db, id)
  if (!row) throw commonGoodError('no_payout')
  return row
}

type Recorded = { id: number; amount: number; cause: number; transfer: number | null }

/** Writes to the audit trail, without the payout's note, because the audit trail is kept for ever. */
const recordPayout = (
  req: PayloadRequest,
  action: string,
  { id, amount, cause, transfer: moved }: Recorded,
) =>
  record(req, {
    action,
    subject: `payout no. ${id}`,
    of_collection: 'cause_payouts',
    document: id,
    details: { cause, amount_cents: amount, ...(moved !== null && { transfer: moved }) },
  })
