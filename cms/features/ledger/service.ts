import { createHash } from 'node:crypto'
import type { Payload } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { findSiteFacts, type SiteFacts } from '../../platform/runtime/site-facts.ts'
import { ledgerError } from './errors.ts'
import { checkJob } from './job-types.ts'
import { closeAccount, findBalance } from './queries/accounts.ts'
import {
  endHold,
  findHold,
  findTexts,
  insertHold,
  insertNote,
  insertReceipt,
  insertReversal,
  insertTransfer,
} from './queries/transfers.ts'
import {
  type AccountCode,
  type Actor,
  isAmount,
  legsOf,
  type MovedAmount,
  movedAmountProblem,
  type Purpose,
  type TransferKind,
} from './rules.ts'

export {
  listBalances as balancesAt,
  listCurrencies as bookedCurrencies,
  listOpenHolds as openHoldsOf,
  lockBalance,
  openAccount,
} from './queries/accounts.ts'
export { findLastCheck as lastCheck } from './queries/checks.ts'
export {
  findBalances as balancesOf,
  listContributions as contributionsOf,
  listNotableMovements as notableMovements,
  listReversed as findReversedTransfers,
  type NotableMovement,
} from './queries/common-good.ts'
export { findTransfer, listEntries as entriesOf } from './queries/entries.ts'
export {
  listCreditStates as creditStatesOf,
  skipToNewest as skipNews,
} from './queries/news.ts'
export {
  findAmount as amountOf,
  findMonthEnds as monthEndsOf,
  findStatement as statementOf,
  findStatementMonths as statementMonthsOf,
  listLines as linesOf,
  listMonthKinds as monthKindsOf,
  listMonths as findCommonGoodMonths,
  listMovements as movementsOf,
  type Movement as BookedMovement,
  type StatementLine,
} from './queries/statements.ts'
export { type AccountCode, currencyProblem, hasHundredths } from './rules.ts'
export { creditMovedTag } from './tags.ts'

/**
 * Money of the venue and its members. Pass a transaction as `db`: with the connection pool, each statement would be a
 * transaction of its own. If a function throws, roll the transaction back. The database enforces all rules (see the
 * migration); this module parses and hashes requests.
 *
 * Deadlocks: one transfer locks its balances in a fixed order. A transaction with several transfers has to begin with
 * those of members' accounts. If two transactions deadlock nevertheless, PostgreSQL aborts one of them, and its request
 * gets a 503.
 */

/** The currency of the venue's books, and the time zone that decides the day of a transfer. */
export type LedgerSettings = Pick<SiteFacts, 'currency' | 'timeZone'>

/** @public */
export const findLedgerSettings = (payload: Payload): Promise<LedgerSettings> =>
  findSiteFacts(payload)

/**
 * Idempotency key, 1 to 200 characters. A repeated request gets the reply to the first one; a different request with
 * the same key is refused. So that keys of different callers differ, each caller uses a prefix of its own, such as
 * `payment:12:`.
 */
type Keyed = { key: string }

/** `isRepeat`: the reply belongs to an earlier request with the same key. */
export type TransferReply = { id: number; createdAt: Date; isRepeat: boolean }
export type HoldReply = { id: number; expiresAt: Date; isRepeat: boolean }

export type TransferRequest = Keyed &
  Purpose &
  MovedAmount & {
    actor: Actor
    /** When the money moved, for example when cash was counted. Default: now. A future time counts as now. */
    eventAt?: Date
    /** Free text for staff. A repeated request must have the same note. */
    note?: string
    /**
     * The number of a receipt or bill, as staff typed it. Lists show it as the reference. A repeated request must
     * have the same receipt.
     */
    receipt?: string | null
  }

/**
 * Moves money. The Common Good gets its share of a `payment` to `venue:sales` in the same transfer.
 * @throws HttpError `invalid_amount`, `same_account`, `insufficient_funds`, `key_reused`, `wrong_currency`,
 *   `account_closed`, `not_found`
 */
export async function transfer(
  db: Database,
  { currency, timeZone }: LedgerSettings,
  request: TransferRequest,
): Promise<TransferReply> {
  requireMovement(request)
  const { kind, from, to, amountCents, area, reference, actor, eventAt, note, receipt } = request
  const facts = [kind, from, to, amountCents, area, reference, eventAt, currency]
  const reply = await insertTransfer(db, {
    ...request,
    currency,
    timeZone,
    requestHash: hashOf('transfer', [...facts, ...partsOf(actor)]),
    eventAt: eventAt ?? null,
    hold: null,
    legs: legsOf(kind, request),
  })
  if (reply.isRepeat) {
    // The texts are not part of the hash: the hash is kept for ever, and a short text can be guessed from it.
    const first = await findTexts(db, reply.id)
    const isSame = first.note === (note || null) && first.receipt === (receipt || null)
    if (!isSame) throw ledgerError('key_reused')
    return reply
  }
  if (note) await insertNote(db, reply.id, note, staffOf(actor))
  if (receipt) await insertReceipt(db, reply.id, receipt)
  return reply
}

export type HoldRequest = Keyed &
  Purpose &
  MovedAmount & {
    /** A time or a duration. A repeated request must have the same value. */
    expires: { at: Date } | { afterSeconds: number }
  }

/**
 * Reserves an amount until it is posted or voided, or the hold expires. The amount stays on the account, but is not
 * available.
 * @throws HttpError as `transfer`; `not_holdable`: the account has several stripes, such as `venue:sales`;
 *   `hold_expired`: `expires` is in the past
 */
export async function hold(
  db: Database,
  { currency }: Pick<LedgerSettings, 'currency'>,
  request: HoldRequest,
): Promise<HoldReply> {
  requireMovement(request)
  const { kind, from, to, amountCents, area, reference, expires } = request
  const facts = [kind, from, to, amountCents, area, reference, expires, currency]
  return insertHold(db, { ...request, currency, requestHash: hashOf('hold', facts) })
}

/**
 * Moves a held amount, or a part of it; the rest is available again.
 * @param request.amountCents default: the whole amount
 * @throws HttpError `not_found`, `hold_ended`, `hold_expired`, `key_reused`; `invalid_amount`: also if `amountCents` is
 *   more than the held amount
 */
export async function postHeldAmount(
  db: Database,
  { timeZone }: Pick<LedgerSettings, 'timeZone'>,
  request: Keyed & { hold: number; amountCents?: number; actor: Actor },
): Promise<TransferReply> {
  const { key, actor } = request
  const held = await findHold(db, request.hold)
  if (!held) throw ledgerError('not_found')
  const { amountCents = held.amount } = request
  if (!isAmount(amountCents)) throw ledgerError('invalid_amount')
  const kind = held.kind as TransferKind
  return insertTransfer(db, {
    ...held,
    kind,
    area: held.area as Purpose['area'],
    key,
    actor,
    timeZone,
    hold: request.hold,
    eventAt: null,
    requestHash: hashOf('post', [request.hold, amountCents, ...partsOf(actor)]),
    legs: legsOf(kind, {
      from: held.from as AccountCode,
      to: held.to as AccountCode,
      amountCents,
    }),
  })
}

/**
 * Releases a held amount. Does nothing if it was released already.
 * @throws HttpError `not_found`; `hold_ended`: it was posted
 */
export const voidHold = (db: Database, request: { hold: number }) => endHold(db, request.hold)

/**
 * Reverses a transfer with a new transfer that moves the amounts back.
 * @param request.reason free text for staff, without effect in a repeated request
 * @throws HttpError `not_found`, `already_reversed`, `is_reversal`, `insufficient_funds`, `key_reused`,
 *   `account_closed`
 */
export async function reverse(
  db: Database,
  { timeZone }: Pick<LedgerSettings, 'timeZone'>,
  request: Keyed & { transfer: number; reason: string; actor: Actor },
): Promise<TransferReply> {
  const { key, transfer: id, reason, actor } = request
  const requestHash = hashOf('reverse', [id, ...partsOf(actor)])
  const reply = await insertReversal(db, { key, requestHash, transfer: id, timeZone, actor })
  if (!reply.isRepeat) await insertNote(db, reply.id, reason, staffOf(actor))
  return reply
}

/**
 * The balance of an account and the available part; zeros if the account was never used. `availableCents` can be below
 * zero if the account may be overdrawn.
 */
export async function balanceOf(db: Database, account: AccountCode) {
  const { balance, held } = await findBalance(db, account)
  return { balanceCents: balance, heldCents: held, availableCents: balance - held }
}

/**
 * Closes an account whose balance is zero: afterwards nothing can be moved to it, from it, or held.
 * @throws HttpError `not_found`, `not_empty`
 */
export async function closeLedgerAccount(db: Database, account: AccountCode): Promise<void> {
  if (!(await closeAccount(db, account))) throw ledgerError('not_found')
}

/** Requests a check of the books, which starts within seconds. Afterwards `lastCheck` returns its result. */
export const requestCheck = (db: Database): Promise<void> =>
  enqueue(db, checkJob, null, { key: checkJob.name })

function requireMovement(movement: MovedAmount): void {
  const problem = movedAmountProblem(movement)
  if (problem) throw ledgerError(problem)
}

const staffOf = (actor: Actor) => (actor.kind === 'staff' ? actor.id : null)

const partsOf = (actor: Actor) => [actor.kind, actor.kind === 'system' ? null : actor.id]

const hashOf = (operation: string, facts: readonly unknown[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([operation, ...facts]))
    .digest()
