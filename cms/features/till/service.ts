import type { PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { HttpError } from '../../platform/http/errors.ts'
import type { RequestedReply } from '../common-good/contract.ts'
import { roundUpOf } from '../common-good/rules.ts'
import { centsOutByReversing, requestIfNeeded } from '../common-good/service.ts'
import { roundUps } from '../ledger/ports.ts'
import {
  balanceOf,
  findLedgerSettings,
  findTransfer,
  movementsOf,
  reverse,
  transfer,
} from '../ledger/service.ts'
import { findMemberById, lockMembers } from '../members/service.ts'
import type {
  BookedReply,
  PaidReply,
  PaymentRequest,
  ReversalRequest,
  ToppedUpReply,
  TopUpRequest,
} from './contract.ts'
import { tillError } from './errors.ts'
import { isReversible, tillAccount } from './rules.ts'

const memberAccount = (member: number) => `member:${member}` as const

/** @throws HttpError `no_member`, `suspended` */
async function requireMember(db: Database, id: number): Promise<void> {
  // Locked, so that a member who is being deleted gets no new account.
  if (!(await lockMembers(db, [id]))) throw tillError('no_member')
  if ((await findMemberById(db, id))?.isSuspended) throw tillError('suspended')
}

/**
 * The fields of an entry in the audit trail. They contain no texts that staff typed: the audit trail is kept for ever,
 * but receipts and reasons are erased with the member.
 */
const auditFields = (id: number, member: number) => ({
  subject: `member no. ${member}`,
  of_collection: 'till',
  document: id,
})

/**
 * Tops up a member's credit with money that was paid at a till.
 * @throws HttpError `no_member`, `suspended`, `key_reused`, `account_closed`
 */
export async function topUp(
  req: PayloadRequest,
  staff: number,
  { key, member, amount, till, receipt }: TopUpRequest,
): Promise<ToppedUpReply> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  return inTransaction(req, async (db) => {
    await requireMember(db, member)
    const { id, isRepeat } = await transfer(db, ledgerSettings, {
      key: `till_top_up:${key}`,
      kind: 'top_up',
      from: tillAccount(till),
      to: memberAccount(member),
      amountCents: amount,
      receipt,
      actor: { kind: 'staff', id: staff },
    })
    if (!isRepeat) {
      const details = { amount_cents: amount, till }
      await record(req, { action: 'topped_up', ...auditFields(id, member), details })
    }
    const { availableCents } = await balanceOf(db, memberAccount(member))
    return { transfer: id, repeated: isRepeat, available_cents: availableCents }
  })
}

const paymentKey = (key: string) => `till_payment:${key}`
const roundUpKey = (key: string) => `${key}:round_up`

/**
 * Takes a payment from a member's credit. If the member rounds up and has enough, the difference to the next whole
 * pound goes to the Common Good in the same transaction.
 * @throws HttpError `no_member`, `suspended`, `insufficient_funds`, `key_reused`
 */
export async function takePayment(
  req: PayloadRequest,
  staff: number,
  { key, member, amount, area, reference }: PaymentRequest,
): Promise<PaidReply> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  const roundsUp = roundUps.find(req.payload)
  const purpose = { area, actor: { kind: 'staff', id: staff } } as const
  const from = memberAccount(member)
  return inTransaction(req, async (db) => {
    await requireMember(db, member)
    const { id, isRepeat } = await transfer(db, ledgerSettings, {
      ...purpose,
      key: paymentKey(key),
      kind: 'payment',
      from,
      to: 'venue:sales',
      amountCents: amount,
      receipt: reference,
    })
    const balance = await balanceOf(db, from)
    if (isRepeat) {
      const roundUp = await findTransfer(db, { key: roundUpKey(paymentKey(key)) })
      const round_up_cents = roundUp ? roundUpOf(amount) : 0
      return {
        transfer: id,
        repeated: true,
        round_up_cents,
        available_cents: balance.availableCents,
      }
    }
    const roundUpCents = (await roundsUp?.(db, member)) ? roundUpOf(amount) : 0
    const round_up_cents = roundUpCents <= balance.availableCents ? roundUpCents : 0
    if (round_up_cents) {
      await transfer(db, ledgerSettings, {
        ...purpose,
        key: roundUpKey(paymentKey(key)),
        kind: 'round_up',
        from,
        to: 'common_good',
        amountCents: round_up_cents,
        reference: `payment:${id}`,
      })
    }
    const details = { amount_cents: amount, round_up_cents, area }
    await record(req, { action: 'payment_taken', ...auditFields(id, member), details })
    const available_cents = balance.availableCents - round_up_cents
    return { transfer: id, repeated: false, round_up_cents, available_cents }
  })
}

const reversalKeyOf = (key: string) => `till_reversal:${key}`

/**
 * Reverses a transfer of a member's credit, and if it is a payment, also its round-up. If that takes more out of the
 * Common Good than one person may, stores a request instead.
 * @throws HttpError `not_found`, `no_member`, `booked_elsewhere`, `already_reversed`, `spent`, `key_reused`
 */
export const reverseForMember = (
  req: PayloadRequest,
  staff: number,
  { key: formKey, transfer: id, reason }: ReversalRequest,
): Promise<BookedReply | RequestedReply> =>
  inTransaction(req, async (db) => {
    const key = reversalKeyOf(formKey)
    const found = await requireReversible(db, id)
    const earlier = await findTransfer(db, { key })
    const parts = [id, ...(found.roundUp ? [found.roundUp.id] : [])]
    const amount = found.reversed_by === null ? await centsOutByReversing(db, parts) : 0
    const requested = await requestIfNeeded(req, db, {
      key,
      kind: 'credit_reversal',
      amount,
      note: reason,
      reverses: id,
      staff,
      member: found.owner,
      isBooked: earlier !== null,
    })
    if (requested) return requested
    const [transfer = 0] = await reverseParts(req, db, staff, { key, found, reason })
    return { transfer, repeated: earlier !== null }
  })

/** Carries out the approved request of `reverseForMember`. */
export const reverseCredit = (
  req: PayloadRequest,
  staff: number,
  { key, transfer: id, reason }: { key: string; transfer: number; reason: string },
): Promise<number[]> =>
  inTransaction(req, async (db) =>
    reverseParts(req, db, staff, { key, found: await requireReversible(db, id), reason }),
  )

/** @throws HttpError `not_found`, `booked_elsewhere`, `no_member` */
async function requireReversible(db: Database, id: number) {
  const found = await findTransfer(db, { id })
  const leg = found?.legs.find(({ account }) => account.startsWith('member:'))
  if (!found || !leg) throw tillError('not_found')
  if (!isReversible({ ...found, reversed_by: null })) throw tillError('booked_elsewhere')
  // Refused if the member was deleted: nobody could use the returned credit, and nothing would erase the reason.
  const owner = Number(leg.account.slice('member:'.length))
  if (!(await lockMembers(db, [owner]))) throw tillError('no_member')
  const roundUp =
    found.kind === 'payment' ? await findTransfer(db, { key: roundUpKey(found.key) }) : null
  return { ...found, leg, owner, roundUp: roundUp?.reversed_by === null ? roundUp : null }
}

/** Reverses a transfer and its round-up. @returns the new transfers, or the earlier one with this key */
async function reverseParts(
  req: PayloadRequest,
  db: Database,
  staff: number,
  {
    key,
    found,
    reason,
  }: { key: string; found: Awaited<ReturnType<typeof requireReversible>>; reason: string },
): Promise<number[]> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  const { leg, owner, roundUp } = found
  const actor = { kind: 'staff', id: staff } as const
  const { id: reversal, isRepeat } = await reverse(db, ledgerSettings, {
    key,
    transfer: found.id,
    reason,
    actor,
  }).catch((error) => {
    throw error instanceof HttpError && error.reason === 'insufficient_funds'
      ? tillError('spent', { cause: error })
      : error
  })
  if (isRepeat) return [reversal]
  const others = roundUp
    ? [
        await reverse(db, ledgerSettings, {
          key: roundUpKey(key),
          transfer: roundUp.id,
          reason,
          actor,
        }),
      ]
    : []
  await record(req, {
    action: 'credit_reversed',
    ...auditFields(reversal, owner),
    details: { amount_cents: -leg.amountCents, kind: found.kind, no: found.id },
  })
  return [reversal, ...others.map(({ id }) => id)]
}

const movementsOnPage = 25

/**
 * A member as staff see them: name and state, credit, and a page of movements. Null: no such member.
 * @param before an id; only movements with a lower id are returned
 */
export async function findCredit(req: PayloadRequest, id: number, before?: number) {
  const db = databaseOf(req.payload)
  const member = await findMemberById(db, id)
  if (!member) return null
  const account = memberAccount(id)
  const [balance, found] = await Promise.all([
    balanceOf(db, account),
    movementsOf(db, { account, before, limit: movementsOnPage + 1 }),
  ])
  const movements = found.slice(0, movementsOnPage)
  const ids = movements.flatMap(({ actor, actor_id }) => (actor === 'staff' && actor_id) || [])
  const names = await findStaffNames(req, ids)
  return { member, ...balance, movements, names, hasMore: found.length > movementsOnPage }
}

/** The names of staff by their ids. */
export async function findStaffNames(req: PayloadRequest, ids: readonly number[]) {
  const { docs } = await req.payload.find({
    collection: 'users',
    where: { id: { in: [...new Set(ids)] } },
    select: { name: true },
    pagination: false,
  })
  return new Map(docs.map(({ id, name }) => [Number(id), name]))
}
