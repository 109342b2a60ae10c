import type { PayloadRequest } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { findLedgerSettings, type LedgerSettings } from '../ledger/service.ts'
import type { SoldOutItem } from '../venue/ports.ts'
import { lunchError } from './errors.ts'
import { holdTotal, ifAccepted, releaseHold } from './orders.ts'
import { lockOrders, type Order, updateOrder } from './queries/orders.ts'
import { lockRun, lockRunsWith, type Run, updateRun } from './queries/runs.ts'
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

export async function setVendorSoldOut(
  req: PayloadRequest,
  { run: id, dish, isSoldOut }: { run: number; dish: string; isSoldOut: boolean },
): Promise<void> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  await inTransaction(req, async (db) => {
    const run = await lockRun(db, id)
    if (!run) throw lunchError('not_found')
    if (run.state !== 'open' && run.state !== 'closed') throw lunchError('ended')
    const isOwn = run.source === 'vendor' && run.dishes.some((each) => each.id === dish)
    if (!isOwn) throw lunchError('no_dish')
    await setInRun(db, ledgerSettings, { run, dish, isSoldOut })
  })
}

async function setInRun(
  db: Database,
  ledgerSettings: LedgerSettings,
  { run, dish, isSoldOut }: { run: Run; dish: string; isSoldOut: boolean },
): Promise<void> {
  if (run.soldOut.includes(dish) === isSoldOut) return
  const others = run.soldOut.filter((each) => each !== dish)
  await updateRun(db, run.id, { soldOut: isSoldOut ? [...others, dish] : others })
  if (!isSoldOut) return
  const name = run.dishes.find(({ id }) => id === dish)?.name ?? ''
  const members: number[] = []
  for (const order of await lockOrders(db, run.id)) {
    if (!order.lines.some((line) => line.dish === dish)) continue
    await dropDish(db, ledgerSettings, { run, order, dish, name })
    if (order.member !== null) members.push(order.member)
  }
  const occasion = `${dish}-${Date.now()}`
  await queueNews(db, { news: 'sold_out', run: run.id, members, about: name, occasion })
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
    dropped: [...order.dropped, name],
    chooseUntil: minutesLater(new Date(), chooseMinutes),
    changedAt: new Date(),
  })
}
