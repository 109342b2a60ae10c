import { isDeepStrictEqual } from 'node:util'
import type { PayloadRequest } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import { inSavepoint, inTransaction } from '../../platform/database/transaction.ts'
import { HttpError } from '../../platform/http/errors.ts'
import type { AccountCode } from '../ledger/rules.ts'
import { findLedgerSettings, hold, type LedgerSettings, voidHold } from '../ledger/service.ts'
import type { SignedIn } from '../members/contract.ts'
import { memberError } from '../members/errors.ts'
import { lockMembers } from '../members/service.ts'
import type { OrderReply, OrderRequest } from './contract.ts'
import { lunchError } from './errors.ts'
import {
  findLastOrder,
  insertOrder,
  lockOrderOf,
  type Order,
  updateOrder,
} from './queries/orders.ts'
import { type Run, readClock, shareRun } from './queries/runs.ts'
import {
  agreeOn,
  isAskedLate,
  isBeingMade,
  isChangeable,
  keepsRest,
  minutesLater,
  type OrderLine,
  type PaymentWay,
  sameAgain,
  type WantedLine,
} from './rules.ts'
import { queueNews } from './tell.ts'

/**
 * Orders. The order of locks is: member, run, order, accounts. Orders of one run do not wait for each other: they share
 * its lock, and whatever changes the run waits for them. Whether it is too late is decided by the clock of the database,
 * after the run is locked: so an accepted order is on the list that the cut-off makes.
 */

/** What the ledger calls a run. */
export const runReference = (run: number): string => `lunch:${run}`

/** Holds outlive their run by this much, in case its end is settled late. */
const holdMarginMinutes = 3 * 24 * 60

/** @returns null if the ledger refuses */
export async function ifAccepted<T>(db: Database, work: () => Promise<T>): Promise<T | null> {
  try {
    return await inSavepoint(db, work)
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}

/** Releases the hold of a locked order. Does nothing if it has none, or it has expired. */
export async function releaseHold(db: Database, { hold: id }: Pick<Order, 'hold'>): Promise<void> {
  if (id !== null) await ifAccepted(db, () => voidHold(db, { hold: id }))
}

/** Holds the total of an order. @throws HttpError `insufficient_funds` and others of the ledger */
export async function holdTotal(
  db: Database,
  ledgerSettings: LedgerSettings,
  { run, order }: { run: Run; order: Pick<Order, 'id' | 'version' | 'account' | 'totalCents'> },
): Promise<number> {
  const { id } = await hold(db, ledgerSettings, {
    key: `lunch:${order.id}:${order.version}:hold`,
    kind: 'payment',
    from: order.account as AccountCode,
    to: 'venue:sales',
    amountCents: order.totalCents,
    area: run.area,
    reference: runReference(run.id),
    expires: { at: minutesLater(run.endsAt, holdMarginMinutes) },
  })
  return id
}

/** @throws HttpError `not_found`, `ended`, `not_open`, `cut_off` */
function requireChangeable(run: Run | null, order: Order | null, now: Date): Run {
  if (!run) throw lunchError('not_found')
  if (isChangeable(run, order?.chooseUntil ?? null, now)) return run
  if (run.state === 'settled' || run.state === 'cancelled') throw lunchError('ended')
  throw lunchError(now < run.opensAt ? 'not_open' : 'cut_off')
}

type Placed = { lines: OrderLine[]; totalCents: number; note: string | null; payment: PaymentWay }

const isSame = (order: Order, placed: Placed): boolean =>
  order.state === 'ordered' &&
  order.note === placed.note &&
  order.payment === placed.payment &&
  !order.dropped.length &&
  isDeepStrictEqual(order.lines, placed.lines)

/** `isLate`: what was ordered is being made, so one only chooses in place of what has sold out. */
type Locked = { run: Run; earlier: Order | null; isLate: boolean }

/** Stores an order in place of an earlier one, and holds its total. */
async function place(
  db: Database,
  ledgerSettings: LedgerSettings,
  { run, member, earlier, isLate, placed }: Locked & { member: number; placed: Placed },
): Promise<OrderReply> {
  const { payment, totalCents } = placed
  const values = {
    ...{ ...placed, state: 'ordered' as const, dropped: [], chooseUntil: null, paidAt: null },
  }
  let order: Order
  if (earlier) {
    if (isSame(earlier, placed)) return { order: earlier.id, total_cents: totalCents, payment }
    if (isLate && !keepsRest(earlier.lines, placed.lines)) {
      throw lunchError('keep_rest', { field: 'lines' })
    }
    await releaseHold(db, earlier)
    order = { ...earlier, ...values, version: earlier.version + 1, hold: null }
  } else {
    const account = `member:${member}`
    order = await insertOrder(db, { ...values, run: run.id, member, account })
  }
  let held: number | null = null
  if (payment === 'credit') {
    held = await holdTotal(db, ledgerSettings, { run, order }).catch((error) => {
      const isShort = error instanceof HttpError && error.reason === 'insufficient_funds'
      throw isShort ? lunchError('no_credit', { cause: error, field: 'payment' }) : error
    })
  }
  await updateOrder(db, order.id, {
    ...values,
    ...{ hold: held, version: order.version, changedAt: new Date() },
  })
  if (earlier?.state !== 'ordered' && isAskedLate(run)) {
    const occasion = String(run.askedAt?.getTime())
    await queueNews(db, { news: 'ask', run: run.id, members: [member], occasion })
  }
  return { order: order.id, total_cents: totalCents, payment }
}

/** @throws HttpError with the problem of a line */
function agreeOrThrow(run: Run, wanted: readonly WantedLine[]) {
  const agreed = agreeOn(run.dishes, run.soldOut, wanted)
  if ('lines' in agreed) return agreed
  throw lunchError(agreed.problem, { field: 'lines' })
}

/**
 * Orders, or replaces the member's order, until the cut-off. The total is held on the member's credit, or it is paid at
 * the bar.
 * @throws HttpError `not_found`, `not_open`, `cut_off`, `ended`, `keep_rest`, `no_credit`, problems of lines, `signed_out`
 */
export async function placeOrder(
  req: PayloadRequest,
  member: SignedIn,
  { run: id, lines, note, payment }: OrderRequest,
): Promise<OrderReply> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  return inTransaction(req, async (db) => {
    const locked = await lockForOrder(db, member, id)
    const agreed = agreeOrThrow(locked.run, lines)
    const placed = { ...agreed, note: note || null, payment }
    return place(db, ledgerSettings, { ...locked, member: member.id, placed })
  })
}

async function lockForOrder(db: Database, member: SignedIn, id: number): Promise<Locked> {
  // Requests of one member wait for each other, so they have one order.
  if (!(await lockMembers(db, [member.id]))) throw memberError('signed_out')
  const found = await shareRun(db, id)
  const earlier = found && (await lockOrderOf(db, id, member.id))
  const now = await readClock(db)
  const run = requireChangeable(found, earlier, now)
  return { run, earlier, isLate: isBeingMade(run, now) }
}

/**
 * Orders what the member had last time. What is sold out or not on the list is left out.
 * @throws HttpError as `placeOrder`; `nothing_before`
 */
export async function orderAgain(
  req: PayloadRequest,
  member: SignedIn,
  { run: id, payment }: { run: number; payment: PaymentWay },
): Promise<OrderReply> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  return inTransaction(req, async (db) => {
    const locked = await lockForOrder(db, member, id)
    const { run } = locked
    const last = await findLastOrder(db, {
      ...{ member: member.id, run: id, source: run.source, vendor: run.vendor },
    })
    const { wanted, missing } = sameAgain(run.dishes, run.soldOut, last?.lines ?? [])
    if (!wanted.length) throw lunchError('nothing_before')
    const placed = { ...agreeOrThrow(run, wanted), note: last?.note ?? null, payment }
    const reply = await place(db, ledgerSettings, { ...locked, member: member.id, placed })
    return { ...reply, missing }
  })
}

/**
 * Withdraws the member's order until the cut-off. A repeated request does nothing.
 * @throws HttpError `not_found`, `no_order`, `cut_off`, `ended`, `signed_out`
 */
export const withdrawOrder = (req: PayloadRequest, member: SignedIn, id: number): Promise<void> =>
  inTransaction(req, async (db) => {
    if (!(await lockMembers(db, [member.id]))) throw memberError('signed_out')
    const found = await shareRun(db, id)
    const order = found && (await lockOrderOf(db, id, member.id))
    if (order?.state === 'withdrawn') return
    const now = await readClock(db)
    const run = requireChangeable(found, order, now)
    if (!order) throw lunchError('no_order')
    if (order.lines.length && isBeingMade(run, now)) throw lunchError('cut_off')
    await withdrawLocked(db, order)
  })

/** Withdraws a locked order and releases its hold. */
export async function withdrawLocked(db: Database, order: Order): Promise<void> {
  await releaseHold(db, order)
  await updateOrder(db, order.id, {
    ...{ state: 'withdrawn', hold: null, note: null, chooseUntil: null, dropped: [] },
    ...{ paidAt: null, version: order.version + 1, changedAt: new Date() },
  })
}
