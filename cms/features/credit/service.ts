import type { PayloadRequest } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { countAttemptOrThrow } from '../../platform/limits/service.ts'
import { amountOf, findLedgerSettings, transfer } from '../ledger/service.ts'
import type { SignedIn } from '../members/contract.ts'
import { memberError } from '../members/errors.ts'
import { lockMembers } from '../members/service.ts'
import type { GiftReply, GiftRequest, ReportRequest } from './contract.ts'
import { creditError } from './errors.ts'
import { saveNewsWays } from './news/queries.ts'
import type { NewsWays } from './news/rules.ts'
import { disputedEntries, giftMessages } from './ports.ts'
import { findRoundsUp, saveRoundsUp } from './queries.ts'

/** Whether a member's payments from their credit are rounded up. The Common Good gets the difference. */
export const isRoundUpOn = (db: Database, member: number): Promise<boolean> =>
  findRoundsUp(db, member)

/** Stores whether a member's payments are rounded up. @throws HttpError `signed_out` if the member was deleted */
export const switchRoundUp = (
  req: PayloadRequest,
  member: SignedIn,
  isOn: boolean,
): Promise<void> =>
  inTransaction(req, async (db) => {
    if (!(await lockMembers(db, [member.id]))) throw memberError('signed_out')
    await saveRoundsUp(db, member.id, isOn)
  })

/** Stores how a member wants to be told about their credit. @throws HttpError `signed_out` if the member was deleted */
export const chooseNews = (req: PayloadRequest, member: SignedIn, ways: NewsWays): Promise<void> =>
  inTransaction(req, async (db) => {
    if (!(await lockMembers(db, [member.id]))) throw memberError('signed_out')
    await saveNewsWays(db, member.id, ways)
  })

/**
 * Gives credit to the Common Good. The feature that stores messages gets a public message; a message that is not public
 * becomes a note for staff. A repeated request returns the first gift.
 * @throws HttpError `insufficient_funds`, `key_reused`, `signed_out`
 */
export async function give(
  req: PayloadRequest,
  member: SignedIn,
  { key, amount, message, public: isPublic }: GiftRequest,
): Promise<GiftReply> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  const messages = giftMessages.find(req.payload)
  return inTransaction(req, async (db) => {
    // The member is locked before the accounts. The feature that stores the message may lock the member later in this
    // transaction, and a different order of locks could deadlock.
    if (!(await lockMembers(db, [member.id]))) throw memberError('signed_out')
    const { id, isRepeat } = await transfer(db, ledgerSettings, {
      key: `gift:${member.id}:${key}`,
      kind: 'gift',
      from: `member:${member.id}`,
      to: 'common_good',
      amountCents: amount,
      actor: { kind: 'member', id: member.id },
      ...(message && !isPublic && { note: message }),
    })
    if (message && isPublic) {
      await messages?.store(req, { transfer: id, member: member.id, text: message, isRepeat })
    }
    return { gift: id, repeated: isRepeat }
  })
}

/** How often a member may report an entry, so that one member can't fill the list of cases. */
const reportLimit = { max: 10, windowMs: 24 * 60 * 60_000 }

/**
 * Asks staff to look at an entry of the member's own statement.
 * @throws HttpError `not_found`: the entry is not on the member's statement; `too_often`, `no_cases`, `signed_out`
 */
export async function reportEntry(
  req: PayloadRequest,
  member: SignedIn,
  { transfer: id, text }: ReportRequest,
): Promise<void> {
  const openCase = disputedEntries.find(req.payload)
  await inTransaction(req, async (db) => {
    if (!(await lockMembers(db, [member.id]))) throw memberError('signed_out')
    const amount = await amountOf(db, { account: `member:${member.id}`, transfer: id })
    if (amount === null) throw creditError('not_found')
    await countAttemptOrThrow(
      db,
      `credit reports of ${member.id}`,
      reportLimit,
      memberError('too_often'),
    )
    if (!openCase) throw creditError('no_cases')
    await openCase(req, { member: member.id, transfer: id, text })
  })
}
