import type { PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { findLedgerSettings, type LedgerSettings } from '../ledger/service.ts'
import { localMoment } from '../venue/hours/opening-hours.ts'
import { setSoldOut } from '../venue/menus/sold-out.ts'
import type { SoldOutItem } from '../venue/ports.ts'
import { findVenue } from '../venue/service.ts'
import { recordOf } from './audit.ts'
import { lunchError } from './errors.ts'
import { holdTotal, ifAccepted, releaseHold } from './orders.ts'
import { lockOrders, type Order, updateOrder } from './queries/orders.ts'
import { findRun, lockRun, lockRunsWith, type Run, updateRun } from './queries/runs.ts'
import { chooseMinutes, minutesLater, totalOf } from './rules.ts'
import { queueNews } from './tell.ts'

/** Marks dishes of the kitchens as sold out, or as back, in the runs of the day that have them. */
export async function followMenus(
  req: PayloadRequest,
  { item, day, isSoldOut }: SoldOutItem,
): Promise<void> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  await inTransaction(req, async (db) => {
    for (const run of await lockRunsWith(db, { day, dishes: [item] })) {
      await setInRun(db, ledgerSettings, { run, dish: item, isSoldOut })
    }
  })
}

/**
 * Marks a dish of a run as sold out, or as back. A dish of the kitchens is marked on its menu, and so in all runs of the
 * day; if it is not on the menu any more, in this run.
 * @throws HttpError `not_found`, `ended`, `no_dish`
 */
export async function sellOut(
  req: PayloadRequest,
  { run: id, dish, isSoldOut }: { run: number; dish: string; isSoldOut: boolean },
): Promise<void> {
  const found = await findRun(databaseOf(req.payload), id)
  const menu = found?.dishes.find((each) => each.id === dish)?.menu
  if (found && menu !== undefined && isGoing(found) && (await isToday(req, found))) {
    try {
      return await setSoldOut(req, { menu, item: dish, sold_out: isSoldOut })
    } catch (error) {
      if (!(error instanceof HttpError && error.reason === 'no_item')) throw error
    }
  }
  const ledgerSettings = await findLedgerSettings(req.payload)
  await inTransaction(req, async (db) => {
    const run = await lockRun(db, id)
    if (!run) throw lunchError('not_found')
    if (!isGoing(run)) throw lunchError('ended')
    const name = run.dishes.find((each) => each.id === dish)?.name
    if (name === undefined) throw lunchError('no_dish')
    if (!(await setInRun(db, ledgerSettings, { run, dish, isSoldOut }))) return
    await recordOf(req, run, isSoldOut ? 'lunch_sold_out' : 'lunch_back', { dish: name })
  })
}

const isGoing = ({ state }: Run): boolean => state === 'open' || state === 'closed'

async function isToday({ payload }: PayloadRequest, { day }: Run): Promise<boolean> {
  const { timeZone } = await findVenue(payload)
  return localMoment(new Date(), timeZone).date === day
}

/** @returns false if the dish was marked so already */
async function setInRun(
  db: Database,
  ledgerSettings: LedgerSettings,
  { run, dish, isSoldOut }: { run: Run; dish: string; isSoldOut: boolean },
): Promise<boolean> {
  if (run.soldOut.includes(dish) === isSoldOut) return false
  const others = run.soldOut.filter((each) => each !== dish)
  await updateRun(db, run.id, { soldOut: isSoldOut ? [...others, dish] : others })
  if (!isSoldOut) return true
  const name = run.dishes.find(({ id }) => id === dish)?.name ?? ''
  const members: number[] = []
  for (const order of await lockOrders(db, run.id)) {
    if (!order.lines.some((line) => line.dish === dish)) continue
    await dropDish(db, ledgerSettings, { run, order, dish, name })
    if (order.member !== null) members.push(order.member)
  }
  const occasion = `${dish}-${Date.now()}`
  await queueNews(db, { news: 'sold_out', run: run.id, members, about: name, occasion })
  return true
}

/** Takes a dish out of a locked order. Its member pays for the rest, and may choose again for a while. */
async function dropDish(
  db: Database,
  ledgerSettings: LedgerSettings,
  { run, order, dish, name }: { run: Run; order: Order; dish: string; name: string },
): Promise<void> {
  const lines = order.lines.filter((line) => line.dish !== dish)
  const changed = { ...order, version: order.version + 1, totalCents: totalOf(lines) }
  await releaseHold(db, order)
  let hold: number | null = null
  let { payment } = order
  if (payment === 'credit' && lines.length) {
    // The hold was larger, so only a closed account or an expired hold is refused.
    hold = await ifAccepted(db, () => holdTotal(db, ledgerSettings, { run, order: changed }))
    if (hold === null) payment = 'bar'
  }
  await updateOrder(db, order.id, {
    ...{ lines, hold, payment, totalCents: changed.totalCents, version: changed.version },
    paidAt: payment === order.payment ? order.paidAt : null,
    dropped: [...order.dropped, name],
    chooseUntil: minutesLater(new Date(), chooseMinutes),
    changedAt: new Date(),
  })
}
