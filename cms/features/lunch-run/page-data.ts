import type { Payload } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { balanceOf } from '../ledger/service.ts'
import type { SignedIn } from '../members/contract.ts'
import { listMemberNames } from '../members/service.ts'
import { findNamedOrders, listName } from './named-orders.ts'
import { findOffers } from './offers.ts'
import {
  countOrders,
  findLastOrder,
  findOrderOf,
  listOwed,
  listOwnOrders,
  type Order,
} from './queries/orders.ts'
import { findRun, listRunsFrom, type Run, readClock } from './queries/runs.ts'
import {
  agreeOn,
  canTakeOver,
  decidedPayee,
  isBeingMade,
  isChangeable,
  listByDish,
  type OrderLine,
  sameAgain,
  tickOf,
} from './rules.ts'

export { newFormKey } from '../../platform/http/cookies/form-key.ts'

const isGoing = ({ state }: Run) => state === 'open' || state === 'closed'

/** The run that the page shows unless a member chooses another one: first what they take part in. */
function usualRun(runs: readonly Run[], own: readonly Order[], member: number, today: string) {
  const orderIn = (run: Run) => own.find((each) => each.run === run.id)
  const hasOrdered = (run: Run) => orderIn(run)?.state === 'ordered'
  const takesPart = (run: Run) => isGoing(run) && (hasOrdered(run) || run.runner === member)
  return (
    runs.find(takesPart) ??
    runs.find(({ state }) => state === 'open') ??
    runs.findLast(
      (run) => run.day === today && orderIn(run) && orderIn(run)?.state !== 'withdrawn',
    ) ??
    null
  )
}

/** The last order, if something of it can be ordered again, and what that costs now. */
function againIn({ dishes, soldOut }: Run, lines: readonly OrderLine[]) {
  const agreed = agreeOn(dishes, soldOut, sameAgain(dishes, soldOut, lines).wanted)
  return 'lines' in agreed ? { lines, totalCents: agreed.totalCents } : null
}

const firstName = (name: string | null | undefined) => name?.trim().split(/\s/)[0] || null

/** What the page shows of a run to one member. */
async function detailsOf(
  payload: Payload,
  { run, order, member, now }: { run: Run; order: Order | null; member: SignedIn; now: Date },
) {
  const db = databaseOf(payload)
  const isRunner = run.runner === member.id
  const orders = isRunner ? await findNamedOrders(db, run.id) : []
  const [runner] = run.runner === null ? [] : await listMemberNames(db, [run.runner])
  const last = await findLastOrder(db, {
    ...{ member: member.id, run: run.id, source: run.source, vendor: run.vendor },
  })
  const isOrdered = order !== null && order.state !== 'withdrawn'
  const isChangeableNow = isChangeable(run, order?.chooseUntil ?? null, now)
  return {
    run,
    order: isOrdered ? order : null,
    orders: await countOrders(db, run.id),
    isRunner,
    isStarter: run.starter === member.id,
    runner: run.runner === null ? null : (firstName(runner?.name) ?? listName(null, run.runner)),
    canOrder: isChangeableNow,
    canWithdraw: isChangeableNow && !(order?.lines.length && isBeingMade(run, now)),
    canRun: !isRunner && canTakeOver(run, now) && (isOrdered || run.starter === member.id),
    /** Who gets the money, if the runner has no say in it. */
    payee: decidedPayee(run),
    list: isRunner
      ? {
          lines: listByDish(orders).map((line) => ({
            ...line,
            isTicked: run.ticked.includes(tickOf(line)),
          })),
          totalCents: orders.reduce((sum, { totalCents }) => sum + totalCents, 0),
          atBar: orders.filter(({ payment }) => payment === 'bar').map(({ name }) => name),
        }
      : null,
    again: isChangeableNow && !isOrdered && last ? againIn(run, last.lines) : null,
  }
}
export type RunDetails = Awaited<ReturnType<typeof detailsOf>>

/** What the page of lunch runs shows a member. @param chosen the id of a run, from the query */
export async function findLunchPage(
  payload: Payload,
  member: SignedIn,
  { today, chosen }: { today: string; chosen: number | null },
) {
  const db = databaseOf(payload)
  const [now, runs, own, offers, owed] = await Promise.all([
    readClock(db),
    listRunsFrom(db, today),
    listOwnOrders(db, member.id, today),
    findOffers(payload),
    listOwed(db, member.id),
  ])
  const known = runs.find(({ id }) => id === chosen)
  // An own lunch of an earlier day is shown too: it may have to be paid, or something was wrong with it.
  const earlier = chosen === null || known ? null : await findOrderOf(db, chosen, member.id)
  const run =
    known ??
    (earlier ? await findRun(db, earlier.run) : null) ??
    usualRun(runs, own, member.id, today)
  const order = own.find((each) => each.run === run?.id) ?? earlier
  const { availableCents } = await balanceOf(db, `member:${member.id}`)
  return {
    now,
    shown: run && (await detailsOf(payload, { run, order, member, now })),
    others: runs.filter((each) => each.state === 'open' && each.id !== run?.id),
    offers,
    /** What the member still pays at the bar, of lunches that are over. */
    owed: owed.filter(({ isSettled }) => isSettled),
    availableCents,
    /** What is held for the member’s order is free for another order in its place. */
    orderableCents: availableCents + (order?.hold ? order.totalCents : 0),
  }
}
