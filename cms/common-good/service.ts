import type { Payload, PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import { announce } from '../database/announce.ts'
import { cachedRead } from '../database/cached-read.ts'
import { type Database, databaseOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import {
  balanceOf,
  findLedgerSettings,
  movementsOf,
  reverse,
  type TransferReply,
  transfer,
} from '../ledger/service.ts'
import { venueTimeOf } from '../venue/venue-time.ts'
import type { CashRequest, ReversalRequest } from './contract.ts'
import { commonGoodError, translateInsufficientFunds } from './errors.ts'
import { isReversible, maxAgeMs } from './rules.ts'
import { commonGoodTag } from './tags.ts'

const account = 'common_good'

/** The balance of the Common Good in minor units. */
export const combinedTotalCents = (payload: Payload): Promise<number> =>
  cachedRead('common-good', [commonGoodTag], () => totalOf(databaseOf(payload)), maxAgeMs)

const movementsOnPage = 50

/**
 * The data for staff: the balance, a page of movements, the newest first, and the names of staff by their ids.
 * @param before an id; only movements with a lower id are returned
 */
export async function findForStaff(payload: Payload, before?: number) {
  const db = databaseOf(payload)
  const [totalCents, found] = await Promise.all([
    totalOf(db),
    movementsOf(db, { account, before, limit: movementsOnPage + 1 }),
  ])
  const movements = found.slice(0, movementsOnPage)
  const ids = movements.flatMap(({ actor, actor_id }) =>
    actor === 'staff' ? (actor_id ?? []) : [],
  )
  const { docs } = await payload.find({
    collection: 'users',
    where: { id: { in: [...new Set(ids)] } },
    select: { name: true },
    pagination: false,
  })
  return {
    totalCents,
    movements,
    hasMore: found.length > movementsOnPage,
    names: new Map(docs.map(({ id, name }) => [Number(id), name])),
  }
}

const totalOf = async (db: Database) => (await balanceOf(db, account)).balanceCents

/**
 * Books cash that staff counted.
 * @throws HttpError `future_day`, `not_enough`; `key_reused`: an earlier request with the key had another amount, day
 *   or note
 */
export async function bookCash(
  req: PayloadRequest,
  staff: number,
  { key, amount, note, day }: CashRequest,
): Promise<TransferReply> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  const noon = venueTimeOf(`${day}T12:00`, ledgerSettings.timeZone)
  // The locale `en-CA` writes a date as `YYYY-MM-DD`.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: ledgerSettings.timeZone }).format(
    new Date(),
  )
  if (!noon || day > today) throw commonGoodError('future_day', { field: 'day' })
  const isGiven = amount > 0
  return book(req, { action: 'cash_booked', amount_cents: amount, day }, (db) =>
    transfer(db, ledgerSettings, {
      key: `counted_cash:${key}`,
      kind: 'counted_cash',
      from: isGiven ? 'till:cash' : account,
      to: isGiven ? account : 'till:cash',
      amountCents: Math.abs(amount),
      // A time in the future counts as now. So a movement of today that is booked before noon gets the current time.
      eventAt: noon.at,
      actor: { kind: 'staff', id: staff },
      note,
    }),
  )
}

/**
 * Reverses a movement that staff booked.
 * @throws HttpError `not_found`, `booked_elsewhere`, `already_reversed`, `not_enough`, `key_reused`
 */
export async function reverseMovement(
  req: PayloadRequest,
  staff: number,
  { key, transfer: id, reason }: ReversalRequest,
): Promise<TransferReply> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  const [found] = await movementsOf(databaseOf(req.payload), { account, before: id + 1, limit: 1 })
  if (found?.id !== id) throw commonGoodError('not_found')
  if (!isReversible({ ...found, reversed_by: null })) throw commonGoodError('booked_elsewhere')
  const auditEntry = { action: 'movement_reversed', amount_cents: -found.amountCents, no: id }
  return book(req, auditEntry, (db) =>
    reverse(db, ledgerSettings, {
      key: `common_good_reversal:${key}`,
      transfer: id,
      reason,
      actor: { kind: 'staff', id: staff },
    }),
  )
}

/** What the audit trail stores: no texts of staff, because the audit trail is kept for ever. */
type AuditEntry = { action: string; [detail: string]: string | number }

/** Books a movement, records it in the audit trail and announces it. A repeated request changes nothing. */
const book = (
  req: PayloadRequest,
  { action, ...details }: AuditEntry,
  work: (db: Database) => Promise<TransferReply>,
): Promise<TransferReply> =>
  inTransaction(req, async (db) => {
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
