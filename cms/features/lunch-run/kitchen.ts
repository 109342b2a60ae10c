import type { Payload, PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { findMailTextFiller } from '../../platform/mail/mail-text-filler.ts'
import { queueMail } from '../../platform/mail/service.ts'
import { findLedgerSettings, transfer } from '../ledger/service.ts'
import { listMemberNames } from '../members/service.ts'
import { type Till, tillAccount } from '../till/rules.ts'
import { localMoment } from '../venue/hours/opening-hours.ts'
import { findVenue } from '../venue/service.ts'
import { lunchError } from './errors.ts'
import { clockTime, renderVendorMail, vendorMailKind } from './mails.ts'
import { findNamedOrders, listName } from './named-orders.ts'
import { findVendorAddress } from './offers.ts'
import { runReference } from './orders.ts'
import { listOrders, lockOrder, type Order, updateOrder } from './queries/orders.ts'
import { findRun, listRunsFrom, lockRun, type Run, readClock, updateRun } from './queries/runs.ts'
import { type ListLine, listByDish } from './rules.ts'

export const lunchAuditActions = {
  lunch_mailed: 'mailed the lunch order',
  lunch_paid: 'took the money for the lunch',
}

/** A run as the kitchen sees it. */
export type KitchenRun = Pick<
  Run,
  'id' | 'offerName' | 'source' | 'vendor' | 'area' | 'state' | 'cutOffAt' | 'mailedAt' | 'hereAt'
> & {
  lines: ListLine[]
  orders: number
  totalCents: number
  runner: string | null
  /** Orders that are paid at the bar, and are not paid yet. */
  atBar: { id: number; name: string; cents: number }[]
  dishes: { id: string; name: string; menu: number | null; isSoldOut: boolean }[]
}

const totalCentsOf = (orders: readonly Pick<Order, 'totalCents'>[]) =>
  orders.reduce((sum, { totalCents }) => sum + totalCents, 0)

async function toKitchenRun(db: Database, run: Run): Promise<KitchenRun> {
  const orders = await findNamedOrders(db, run.id)
  const [runner] = run.runner === null ? [] : await listMemberNames(db, [run.runner])
  const { id, offerName, source, vendor, area, state, cutOffAt, mailedAt, hereAt } = run
  return {
    ...{ id, offerName, source, vendor, area, state, cutOffAt, mailedAt, hereAt },
    lines: listByDish(orders),
    orders: orders.length,
    totalCents: totalCentsOf(orders),
    runner: run.runner === null ? null : listName(runner?.name, run.runner),
    atBar: orders
      .filter((each) => state === 'settled' && each.payment === 'bar' && !each.paidAt)
      .filter((each) => run.payee !== 'runner' || each.member !== run.runner)
      .map((each) => ({ id: each.id, name: each.name, cents: each.totalCents })),
    dishes: run.dishes.map((dish) => ({
      ...{ id: dish.id, name: dish.name, menu: dish.menu ?? null },
      isSoldOut: run.soldOut.includes(dish.id),
    })),
  }
}

/** The runs of today, in the order of their cut-offs, without those that were called off. */
export async function findKitchenRuns(payload: Payload): Promise<KitchenRun[]> {
  const db = databaseOf(payload)
  const { timeZone } = await findVenue(payload)
  const { date } = localMoment(new Date(), timeZone)
  const runs = (await listRunsFrom(db, date)).filter(
    ({ day, state }) => day === date && state !== 'cancelled',
  )
  return Promise.all(runs.map((run) => toKitchenRun(db, run)))
}

const longDay = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' },
  }).format(new Date(`${day}T00:00:00Z`))

/**
 * Mails the order of a run to its vendor, after the cut-off, once. A repeated request does nothing.
 * @throws HttpError `not_found`, `before_cut_off`, `ended`, `no_vendor`
 */
export async function mailVendor(
  req: PayloadRequest,
  id: number,
): Promise<{ mailed: boolean; to: string }> {
  const { payload } = req
  const vendorOf = async (run: Run | null) =>
    run?.vendor ? findVendorAddress(payload, run.vendor) : null
  const vendor = await vendorOf(await findRun(databaseOf(payload), id))
  const fillText = await findMailTextFiller(payload)
  const { currency, timeZone } = await findVenue(payload)
  return inTransaction(req, async (db) => {
    const run = await lockRun(db, id)
    if (!run) throw lunchError('not_found')
    if (!vendor) throw lunchError('no_vendor')
    if (run.mailedAt) return { mailed: false, to: vendor.email }
    if ((await readClock(db)) < run.cutOffAt) throw lunchError('before_cut_off')
    if (run.state === 'cancelled' || run.state === 'settled') throw lunchError('ended')
    const orders = (await listOrders(db, id)).map((order) => ({ ...order, name: '' }))
    if (!orders.length) throw lunchError('ended')
    await queueMail(req, {
      ...(await renderVendorMail(fillText, {
        ...{ number: id, vendor: vendor.name, day: longDay(run.day), currency },
        cutOff: clockTime(run.cutOffAt, timeZone),
        lines: listByDish(orders),
        totalCents: totalCentsOf(orders),
      })),
      key: `lunch order ${id}`,
      kind: vendorMailKind,
      to: { address: vendor.email, name: vendor.name },
      expiresAt: run.endsAt,
    })
    await updateRun(db, id, { mailedAt: new Date() })
    const subject = `no. ${id}, ${run.offerName}`
    await record(req, { action: 'lunch_mailed', subject, of_collection: 'lunch', document: id })
    return { mailed: true, to: vendor.email }
  })
}

/**
 * Staff took the money of an order at the bar. If the runner paid the vendor, it becomes the runner’s credit. A repeated
 * request does nothing.
 * @throws HttpError `not_found`, `not_payable`
 */
export async function takeAtBar(
  req: PayloadRequest,
  staff: number,
  { order: id, till }: { order: number; till: Till },
): Promise<void> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  await inTransaction(req, async (db) => {
    const order = await lockOrder(db, id)
    const run = order && (await findRun(db, order.run))
    if (!order || !run) throw lunchError('not_found')
    if (order.paidAt) return
    const isPayable = order.state === 'settled' && order.payment === 'bar'
    if (!isPayable) throw lunchError('not_payable')
    if (run.payee === 'runner' && run.runner !== null && order.member !== run.runner) {
      await transfer(db, ledgerSettings, {
        ...{ key: `lunch:${id}:bar`, kind: 'top_up', amountCents: order.totalCents },
        ...{ from: tillAccount(till), to: `member:${run.runner}`, area: run.area },
        reference: runReference(run.id),
        actor: { kind: 'staff', id: staff },
      })
    }
    await updateOrder(db, id, { paidAt: new Date() })
    const subject = `order no. ${id}`
    const details = { amount_cents: order.totalCents, till }
    await record(req, {
      ...{ action: 'lunch_paid', subject, of_collection: 'lunch', document: id, details },
    })
  })
}
