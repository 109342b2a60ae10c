import type { Payload, PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { announce } from '../../platform/database/announce.ts'
import { cachedRead } from '../../platform/database/cached-read.ts'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import {
  balanceOf,
  findLedgerSettings,
  findTransfer,
  movementsOf,
  reverse,
  type TransferReply,
} from '../ledger/service.ts'
import { takeCash } from './cash.ts'
import type { CashRequest, RequestedReply, ReversalRequest } from './contract.ts'
import { commonGoodError, translateInsufficientFunds } from './errors.ts'
import { listCauseTitles } from './queries/causes.ts'
import { findTaken, listRequests, type NewRequest } from './queries/requests.ts'
import { isReversible, maxAgeMs } from './rules.ts'
import { centsOutByReversing, requestIfNeeded } from './second-person.ts'
import { commonGoodTag } from './tags.ts'

export { centsOutByReversing, requestIfNeeded } from './second-person.ts'

const account = 'common_good'

/** The titles of all causes by their ids, also of those in the trash. */
export const findCauseTitles = async (payload: Payload): Promise<Map<number, string>> =>
  new Map((await listCauseTitles(databaseOf(payload))).map(({ id, title }) => [id, title]))

/** The balance of the Common Good in minor units. */
export const combinedTotalCents = (payload: Payload): Promise<number> =>
  cachedRead('common-good', [commonGoodTag], () => totalOf(databaseOf(payload)), maxAgeMs)

const movementsOnPage = 50

/**
 * The data for staff: the balance, what a staff member may take out alone now, a page of movements, the newest first,
 * the requests that wait for a second person, and the names of staff by their ids.
 * @param options.before an id; only movements with a lower id are returned
 */
export async function findForStaff(
  payload: Payload,
  { staff, before }: { staff: number; before: number | undefined },
) {
  const db = databaseOf(payload)
  const [totalCents, found, requests, { taken, limit }] = await Promise.all([
    totalOf(db),
    movementsOf(db, { account, before, limit: movementsOnPage + 1 }),
    listRequests(db),
    findTaken(db, staff),
  ])
  const movements = found.slice(0, movementsOnPage)
  const ids = movements.flatMap(({ actor, actor_id }) =>
    actor === 'staff' ? (actor_id ?? []) : [],
  )
  const { docs } = await payload.find({
    collection: 'users',
    where: { id: { in: [...new Set([...ids, ...requests.map((each) => each.requested_by)])] } },
    select: { name: true },
    pagination: false,
  })
  return {
    totalCents,
    aloneCents: Math.max(0, limit - taken),
    movements,
    requests,
    hasMore: found.length > movementsOnPage,
    names: new Map(docs.map(({ id, name }) => [Number(id), name])),
  }
}

const totalOf = async (db: Database) => (await balanceOf(db, account)).balanceCents

/**
 * Books cash that staff counted. If one person may not take out as much alone, stores a request instead.
 * @throws HttpError `future_day`, `not_enough`; `key_reused`: an earlier request with the key had another amount, day
 *   or note
 */
export function bookCash(
  req: PayloadRequest,
  staff: number,
  { key: formKey, amount, note, day }: CashRequest,
): Promise<TransferReply | RequestedReply> {
  const key = `counted_cash:${formKey}`
  const request = { key, kind: 'cash', amount: -amount, note, day, staff } as const
  return book(req, { action: 'cash_booked', amount_cents: amount, day }, request, (db) =>
    takeCash(req.payload, db, { key, staff, amount, note, day }),
  )
}

/**
 * Reverses a movement that staff booked. If one person may not take out as much alone, stores a request instead.
 * @throws HttpError `not_found`, `booked_elsewhere`, `already_reversed`, `not_enough`, `key_reused`
 */
export async function reverseMovement(
  req: PayloadRequest,
  staff: number,
  { key: formKey, transfer: id, reason }: ReversalRequest,
): Promise<TransferReply | RequestedReply> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  const db = databaseOf(req.payload)
  const [found] = await movementsOf(db, { account, before: id + 1, limit: 1 })
  if (found?.id !== id) throw commonGoodError('not_found')
  if (!isReversible({ ...found, reversed_by: null })) throw commonGoodError('booked_elsewhere')
  const key = `common_good_reversal:${formKey}`
  const auditEntry = { action: 'movement_reversed', amount_cents: -found.amountCents, no: id }
  const amount = found.reversed_by === null ? await centsOutByReversing(db, [id]) : 0
  const request = { key, kind: 'reversal', amount, note: reason, reverses: id, staff } as const
  return book(req, auditEntry, request, (each) =>
    reverse(each, ledgerSettings, {
      key,
      transfer: id,
      reason,
      actor: { kind: 'staff', id: staff },
    }),
  )
}

/** What the audit trail stores: no texts of staff, because the audit trail is kept for ever. */
type AuditEntry = { action: string; [detail: string]: string | number }

/**
 * Books a movement, records it in the audit trail and announces it; or stores a request, if it needs a second person. A
 * repeated request changes nothing.
 */
const book = (
  req: PayloadRequest,
  { action, ...details }: AuditEntry,
  request: NewRequest,
  work: (db: Database) => Promise<TransferReply>,
): Promise<TransferReply | RequestedReply> =>
  inTransaction(req, async (db) => {
    const isBooked = (await findTransfer(db, { key: request.key })) !== null
    const requested = await requestIfNeeded(req, db, { ...request, isBooked })
    if (requested) return requested
    const reply = await translateInsufficientFunds(work(db))
    if (reply.isRepeat) return reply
    await record(req, {
      action,
      subject: `no. ${reply.id}`,
      of_collection: 'common_good',
      document: reply.id,
      details,
    })
    await announce(req, [commonGoodTag])
    return reply
  })
