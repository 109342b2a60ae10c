import type { Payload } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import { inSavepoint } from '../../platform/database/transaction.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { roundUpOf } from '../common-good/rules.ts'
import { roundUps } from '../ledger/ports.ts'
import type { AccountCode } from '../ledger/rules.ts'
import {
  balanceOf,
  type LedgerSettings,
  lockBalance,
  postHeldAmount,
  transfer,
  voidHold,
} from '../ledger/service.ts'
import type { SettledReply } from './contract.ts'
import { ifAccepted, releaseHold, runReference } from './orders.ts'
import { endOrders, lockOrders, type Order } from './queries/orders.ts'
import { type Run, updateRun } from './queries/runs.ts'
import { type Payee, payingOf } from './rules.ts'
import { queueNews } from './tell.ts'

/**
 * The settlement of a run: everybody pays, in one transaction. If the process dies in the middle, nothing has happened, and
 * the next request or job settles it. Who calls this has locked the run.
 */

const system = { kind: 'system' } as const

type Ended = { id: number; state: 'settled'; transfer: number | null; payment: Order['payment'] }
type Settling = {
  run: Run
  payee: Payee
  runner: number | null
  ledgerSettings: LedgerSettings
  roundsUp: ((db: Database, member: number) => Promise<boolean>) | undefined
}

/** @throws HttpError if the ledger refuses */
async function collect(
  db: Database,
  order: Order,
  { run, payee, runner, ledgerSettings, roundsUp }: Settling,
): Promise<Ended> {
  const { id, account, hold, totalCents } = order
  const paying = payingOf(order, { payee, runner })
  const ended = (paid: number | null, payment = order.payment): Ended => ({
    ...{ id, state: 'settled', transfer: paid, payment },
  })
  if (paying === 'bar') return ended(null)
  const key = `lunch:${id}:pay`
  const from = account as AccountCode
  if (paying === 'own') {
    if (hold !== null) await voidHold(db, { hold })
    return ended(null)
  }
  const purpose = { area: run.area, reference: runReference(run.id), actor: system }
  let paid: number
  if (paying === 'post' && hold !== null) {
    paid = (await postHeldAmount(db, ledgerSettings, { key, hold, actor: system })).id
  } else {
    if (hold !== null) await voidHold(db, { hold })
    const to: AccountCode = paying === 'post' ? 'venue:sales' : `member:${runner ?? 0}`
    const request = { ...purpose, key, kind: 'payment' as const, from, to, amountCents: totalCents }
    paid = (await transfer(db, ledgerSettings, request)).id
  }
  const roundUpCents = roundUpOf(totalCents)
  if (!roundUpCents || order.member === null || !(await roundsUp?.(db, order.member))) {
    return ended(paid)
  }
  const { availableCents } = await balanceOf(db, from)
  if (availableCents >= roundUpCents) {
    await transfer(db, ledgerSettings, {
      ...purpose,
      ...{ key: `${key}:round_up`, kind: 'round_up', from, to: 'common_good' },
      ...{ amountCents: roundUpCents, reference: `payment:${paid}` },
    })
  }
  return ended(paid)
}

/** Like `collect`; what the ledger refuses is paid at the bar. */
async function collectOrBar(db: Database, order: Order, settling: Settling): Promise<Ended> {
  const ended = await ifAccepted(db, () => collect(db, order, settling))
  if (ended) return ended
  await releaseHold(db, order)
  return { id: order.id, state: 'settled', transfer: null, payment: 'bar' }
}

async function collectAll(db: Database, orders: readonly Order[], settling: Settling) {
  const each = async (work: typeof collect) => {
    const ended: Ended[] = []
    for (const order of orders) ended.push(await work(db, order, settling))
    return ended
  }
  try {
    // A savepoint for each order takes longer, and is needed only if the ledger refuses one of them.
    return await inSavepoint(db, () => each(collect))
  } catch (error) {
    if (error instanceof HttpError) return each(collectOrBar)
    throw error
  }
}

/** Settles a locked run. Orders whose dishes were all sold out cost nothing. Who pays at the bar instead of with credit is told. */
export async function settleRun(
  payload: Payload,
  db: Database,
  ledgerSettings: LedgerSettings,
  { run, payee, runner }: { run: Run; payee: Payee; runner: number | null },
): Promise<SettledReply> {
  const all = await lockOrders(db, run.id)
  const [orders, empty] = [all.filter(hasDishes), all.filter((order) => !hasDishes(order))]
  // All accounts of members are locked before the venue’s, so that two settlements and payments can't block each other.
  const accounts = new Set(orders.map(({ account }) => account))
  if (payee === 'runner') accounts.add(`member:${runner}`)
  for (const account of [...accounts].sort()) {
    await lockBalance(db, account as AccountCode, ledgerSettings.currency)
  }
  const roundsUp = roundUps.find(payload)
  const settling = { run, payee, runner, ledgerSettings, roundsUp }
  const ended = await collectAll(db, orders, settling)
  for (const order of empty) await releaseHold(db, order)
  await endOrders(db, [
    ...ended,
    ...empty.map(({ id, payment }) => ({
      ...{ id, state: 'cancelled' as const, transfer: null, payment },
    })),
  ])
  await updateRun(db, run.id, { state: 'settled', settledAt: new Date(), payee })
  const toBar = orders.filter(
    ({ id, payment }) =>
      payment === 'credit' && ended.some((each) => each.id === id && each.payment === 'bar'),
  )
  const members = toBar.flatMap(({ member }) => member ?? [])
  await queueNews(db, { news: 'bar', run: run.id, members })
  const atBar = ended.filter(({ payment }) => payment === 'bar').length
  return { state: 'settled', settled: ended.length - atBar, at_bar: atBar }
}

const hasDishes = ({ lines }: Order): boolean => lines.length > 0

/** Cancels a locked run: all holds are released. @returns the members who had ordered */
export async function cancelLocked(db: Database, run: Run): Promise<number[]> {
  const orders = await lockOrders(db, run.id)
  for (const order of orders) await releaseHold(db, order)
  await endOrders(
    db,
    orders.map(({ id, payment }) => ({
      ...{ id, state: 'cancelled' as const, transfer: null, payment },
    })),
  )
  await updateRun(db, run.id, { state: 'cancelled' })
  return orders.flatMap(({ member }) => member ?? [])
}
