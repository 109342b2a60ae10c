import type { Payload, PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { findMailTextFiller } from '../../platform/mail/mail-text-filler.ts'
import { queueMail } from '../../platform/mail/service.ts'
import { formatGuestClock } from '../../platform/ui/format-time.ts'
import type { AccountCode, Actor } from '../ledger/rules.ts'
import { findLedgerSettings, type LedgerSettings, transfer } from '../ledger/service.ts'
import { listMemberNames, lockMembers } from '../members/service.ts'
import { type Till, tillAccount } from '../till/rules.ts'
import { localMoment } from '../venue/hours/opening-hours.ts'
import { findVenue } from '../venue/service.ts'
import { recordOf } from './audit.ts'
import { lunchError } from './errors.ts'
import { renderVendorMail, vendorCorrectionKind, vendorMailKind } from './mails.ts'
import { findNamedOrders, listName } from './named-orders.ts'
import { findVendorAddress } from './offers.ts'
import { holdTotal, runReference } from './orders.ts'
import {
  countChangedSince,
  findOrder,
  listOrders,
  listOwed,
  lockOrder,
  type Order,
  updateOrder,
} from './queries/orders.ts'
import {
  findRun,
  listRunsFrom,
  lockRun,
  type Run,
  readClock,
  shareRun,
  updateRun,
} from './queries/runs.ts'
import { decidedPayee, type ListLine, listByDish, type Payee } from './rules.ts'

/** A run as the kitchen sees it. */
export type KitchenRun = Pick<
  Run,
  'id' | 'offerName' | 'source' | 'area' | 'state' | 'cutOffAt' | 'mailedAt' | 'hereAt'
> & {
  lines: ListLine[]
  orders: number
  totalCents: number
  runner: string | null
  /** Who gets the money, if that is known; null: the runner says whether they paid. */
  payee: Payee | null
  /** How many orders were changed after the order was mailed to the vendor. */
  changed: number
  dishes: { id: string; name: string; menu: number | null; isSoldOut: boolean }[]
}

const totalCentsOf = (orders: readonly Pick<Order, 'totalCents'>[]) =>
  orders.reduce((sum, { totalCents }) => sum + totalCents, 0)

async function toKitchenRun(db: Database, run: Run): Promise<KitchenRun> {
  const orders = await findNamedOrders(db, run.id)
  const [runner] = run.runner === null ? [] : await listMemberNames(db, [run.runner])
  const { id, offerName, source, area, state, cutOffAt, mailedAt, hereAt } = run
  return {
    ...{ id, offerName, source, area, state, cutOffAt, mailedAt, hereAt },
    payee: decidedPayee(run),
    changed: mailedAt ? await countChangedSince(db, id, mailedAt) : 0,
    lines: listByDish(orders),
    orders: orders.length,
    totalCents: totalCentsOf(orders),
    runner: run.runner === null ? null : listName(runner?.name, run.runner),
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

/** What is still to be paid at the bar for a run. */
export type OwedRun = {
  run: number
  offerName: string
  day: string
  orders: { id: number; name: string; cents: number }[]
}

/** What is still to be paid at the bar, of any day: a run that nobody settled is settled when its day is over. */
export async function findOwed(payload: Payload): Promise<OwedRun[]> {
  const db = databaseOf(payload)
  const owed = await listOwed(db, null)
  const members = await listMemberNames(
    db,
    owed.flatMap(({ member }) => member ?? []),
  )
  const names = new Map(members.map(({ id, name }) => [id, name]))
  const runs = new Map<number, OwedRun>()
  for (const { id, member, totalCents: cents, run, offerName, day } of owed) {
    const entry = runs.get(run) ?? { run, offerName, day, orders: [] }
    const name = listName(member === null ? null : names.get(member), member)
    entry.orders.push({ id, name, cents })
    runs.set(run, entry)
  }
  return [...runs.values()]
}

const longDay = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' },
  }).format(new Date(`${day}T00:00:00Z`))

/**
 * Mails the order of a run to its vendor, after the cut-off, once. A repeated request does nothing. If somebody chose again
 * after that, a correction is mailed; `of` is the time of the mail that it corrects, so that it is sent once too.
 * The venue is paid from then on, unless staff said otherwise.
 * @throws HttpError `not_found`, `before_cut_off`, `ended`, `no_vendor`, `nothing_new`
 */
export async function mailVendor(
  req: PayloadRequest,
  { run: id, of }: { run: number; of: Date | null },
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
    // Sent before: the first order, or this correction.
    if (run.mailedAt?.getTime() !== of?.getTime()) return { mailed: false, to: vendor.email }
    if (run.mailedAt && !(await countChangedSince(db, id, run.mailedAt))) {
      throw lunchError('nothing_new')
    }
    if ((await readClock(db)) < run.cutOffAt) throw lunchError('before_cut_off')
    if (run.state === 'cancelled' || run.state === 'settled') throw lunchError('ended')
    const orders = (await listOrders(db, id)).map((order) => ({ ...order, name: '' }))
    if (!orders.length && !run.mailedAt) throw lunchError('ended')
    await queueMail(req, {
      ...(await renderVendorMail(fillText, {
        ...{ number: id, vendor: vendor.name, day: longDay(run.day), currency },
        cutOff: formatGuestClock(run.cutOffAt, timeZone),
        lines: listByDish(orders),
        totalCents: totalCentsOf(orders),
        replaces: run.mailedAt && formatGuestClock(run.mailedAt, timeZone),
      })),
      key: `lunch order ${id}${run.mailedAt ? ` after ${run.mailedAt.getTime()}` : ''}`,
      kind: run.mailedAt ? vendorCorrectionKind : vendorMailKind,
      to: { address: vendor.email, name: vendor.name },
      expiresAt: run.endsAt,
    })
    await updateRun(db, id, { mailedAt: new Date() })
    await recordOf(req, run, 'lunch_mailed')
    return { mailed: true, to: vendor.email }
  })
}

/**
 * Staff say who is paid for the lunch of a vendor: the venue, or the runner who paid the vendor.
 * @throws HttpError `not_found`, `no_vendor`, `ended`
 */
export const choosePayee = (
  req: PayloadRequest,
  { run: id, payee }: { run: number; payee: Payee },
): Promise<void> =>
  inTransaction(req, async (db) => {
    const run = await lockRun(db, id)
    if (!run) throw lunchError('not_found')
    if (run.source !== 'vendor') throw lunchError('no_vendor')
    if (run.state === 'cancelled' || run.state === 'settled') throw lunchError('ended')
    if (run.payee === payee) return
    await updateRun(db, id, { payee })
    await recordOf(req, run, 'lunch_payee', { payee })
  })

/**
 * Staff took the money of an order at the bar, after the cut-off: it becomes credit of its member, which pays the order.
 * Before the settlement it is held like that of the others, so it goes where theirs goes, and stays credit if
 * the lunch is called off. A repeated request does nothing.
 * @throws HttpError `not_found`, `not_payable`
 */
export async function takeAtBar(
  req: PayloadRequest,
  staff: number,
  { order: id, till }: { order: number; till: Till },
): Promise<void> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  await inTransaction(req, async (db) => {
    const found = await findOrder(db, id)
    if (!found) throw lunchError('not_found')
    const there = await findRun(db, found.run)
    await lockMembers(db, [found.member, there?.runner ?? null])
    const run = await shareRun(db, found.run)
    const order = await lockOrder(db, id)
    if (!order || !run) throw lunchError('not_found')
    if (order.paidAt) return
    const isPayable =
      order.payment === 'bar' &&
      order.totalCents > 0 &&
      ((order.state === 'ordered' && run.state === 'closed' && order.member !== null) ||
        (order.state === 'settled' && !(run.payee === 'runner' && order.member === run.runner)))
    if (!isPayable) throw lunchError('not_payable')
    const paid = await bookAtBar(db, ledgerSettings, {
      ...{ run, order, from: tillAccount(till), actor: { kind: 'staff', id: staff } as const },
    })
    await updateOrder(db, id, { ...paid, paidAt: new Date() })
    const subject = `order no. ${id}`
    const details = { amount_cents: order.totalCents, till }
    await record(req, {
      ...{ action: 'lunch_paid', subject, of_collection: 'lunch', document: id, details },
    })
  })
}

/** Books money that was taken at a till. @returns what changes in the order */
async function bookAtBar(
  db: Database,
  ledgerSettings: LedgerSettings,
  { run, order, from, actor }: { run: Run; order: Order; from: AccountCode; actor: Actor },
) {
  const { id, version, member, totalCents: amountCents } = order
  const purpose = { area: run.area, reference: runReference(run.id), actor }
  const topUp = (to: AccountCode) =>
    transfer(db, ledgerSettings, {
      ...{ ...purpose, key: `lunch:${id}:${version}:bar`, kind: 'top_up', from, to, amountCents },
    })
  const runner = run.payee === 'runner' ? run.runner : null
  if (member === null) {
    // Who ordered it was deleted, with their account.
    if (runner !== null) await topUp(`member:${runner}`)
    return {}
  }
  await topUp(`member:${member}`)
  if (run.state === 'closed') {
    const held = { ...order, version: version + 1 }
    const hold = await holdTotal(db, ledgerSettings, { run, order: held })
    return { hold, version: held.version, payment: 'credit' as const }
  }
  const paid = await transfer(db, ledgerSettings, {
    ...{ ...purpose, key: `lunch:${id}:pay`, kind: 'payment', from: `member:${member}` },
    ...{ to: runner === null ? 'venue:sales' : `member:${runner}`, amountCents },
  })
  return { transfer: paid.id }
}
