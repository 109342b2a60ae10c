import type { Payload, PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { lockNames } from '../../platform/database/advisory-locks.ts'
import { announce } from '../../platform/database/announce.ts'
import { type Database, databaseOf, idList } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { PictureUse } from '../../platform/feature.ts'
import { firstFreeSlug, titleToPathSegment } from '../../platform/http/texts/slug.ts'
import {
  type AccountCode,
  balanceOf,
  balancesOf,
  findLedgerSettings,
  transfer,
} from '../ledger/service.ts'
import type { FundingRequest } from './contract.ts'
import { commonGoodError, translateInsufficientFunds } from './errors.ts'
import {
  type CauseRow,
  findPicturesOfCauses,
  findReceipts,
  hasPayouts,
  isSlugTaken,
  listCauses,
  lockCause,
} from './queries/causes.ts'
import { commonGoodPagesTag, commonGoodTag } from './tags.ts'

export const causeAccount = (id: number): AccountCode => `cause:${id}`

/** The id of the cause in a transfer's reference; null if the reference does not name a cause. */
export const causeOfReference = (reference: string | null): number | null => {
  const [, id] = /^cause:(\d+)$/.exec(reference ?? '') ?? []
  return id ? Number(id) : null
}

/** A cause with its money: `receivedCents` is all that it received, `leftCents` the part that is not paid out. */
export type Cause = CauseRow & { receivedCents: number; leftCents: number }

/** The maximum length of a cause's slug. */
export const maxCauseSlugLength = 60

/**
 * A slug for a new cause, made from its title, that no other cause has. Until the transaction ends, others that want
 * one wait.
 */
export async function findFreeCauseSlug(db: Database, title: string): Promise<string> {
  await lockNames(db, ['slugs of causes'])
  const wanted = titleToPathSegment(title, maxCauseSlugLength) || 'cause'
  return firstFreeSlug(wanted, maxCauseSlugLength, async (slug) => !(await isSlugTaken(db, slug)))
}

/** All causes that are not deleted, the open ones first. */
export async function findCauses(payload: Payload): Promise<Cause[]> {
  const db = databaseOf(payload)
  const rows = await listCauses(db)
  const balances = await balancesOf(
    db,
    rows.map(({ id }) => causeAccount(id)),
  )
  return rows.map((row) => {
    const leftCents = balances.get(causeAccount(row.id)) ?? 0
    return { ...row, leftCents, receivedCents: leftCents + row.paid_out }
  })
}

/**
 * Whether a cause has money, or payouts that were not refused. Locks the cause: nobody can fund it until the
 * transaction ends.
 */
export async function isCauseUsed(db: Database, id: number): Promise<boolean> {
  await lockCause(db, id)
  const { balanceCents } = await balanceOf(db, causeAccount(id))
  return balanceCents !== 0 || hasPayouts(db, id)
}

/**
 * Moves money from the Common Good to a cause.
 * @throws HttpError `no_cause`, `paid_out_cause`, `not_enough`, `key_reused`
 */
export async function fundCause(
  req: PayloadRequest,
  staff: number,
  { key, cause, amount }: FundingRequest,
) {
  const ledgerSettings = await findLedgerSettings(req.payload)
  return inTransaction(req, async (db) => {
    const found = await lockCause(db, cause)
    if (!found) throw commonGoodError('no_cause')
    const reply = await translateInsufficientFunds(
      transfer(db, ledgerSettings, {
        key: `funding:${key}`,
        kind: 'funding',
        from: 'common_good',
        to: causeAccount(cause),
        amountCents: amount,
        reference: causeAccount(cause),
        actor: { kind: 'staff', id: staff },
      }),
    )
    if (reply.isRepeat) return reply
    if (found.state === 'paid_out') throw commonGoodError('paid_out_cause')
    await record(req, {
      action: 'cause_funded',
      subject: found.title,
      of_collection: 'causes',
      document: cause,
      details: { amount_cents: amount, transfer: reply.id },
    })
    await announce(req, [commonGoodTag, commonGoodPagesTag])
    return reply
  })
}

/** Where the pictures with these ids are used: as a cause's picture or as the receipt of a payout. */
export async function findPictureUses(
  db: Database,
  mediaIds: readonly number[],
): Promise<PictureUse[]> {
  const ids = idList(mediaIds)
  const causes = await findPicturesOfCauses(db, ids)
  const receipts = await findReceipts(db, ids)
  return [
    ...causes.map(({ picture, id, title }) => ({
      picture,
      place: `the cause “${title}”`,
      path: `/collections/causes/${id}`,
    })),
    ...receipts.map(({ picture, title }) => ({
      picture,
      place: `the payout “${title}”`,
      path: '/common-good/causes',
    })),
  ]
}
