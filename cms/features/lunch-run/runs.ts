import type { PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { findLedgerSettings } from '../ledger/service.ts'
import type { SignedIn } from '../members/contract.ts'
import { memberError } from '../members/errors.ts'
import { lockMembers } from '../members/service.ts'
import { addDays, localMoment } from '../venue/hours/opening-hours.ts'
import { findVenue } from '../venue/service.ts'
import { venueTimeOf } from '../venue/time/venue-time.ts'
import { recordOf } from './audit.ts'
import type { SettledReply, StartReply, StartRequest } from './contract.ts'
import { lunchError } from './errors.ts'
import { readDishes } from './offers.ts'
import { findOrderOf, listOrders } from './queries/orders.ts'
import {
  countOwnRuns,
  findRunByKey,
  insertRun,
  lockRun,
  type Run,
  readClock,
  updateRun,
} from './queries/runs.ts'
import {
  canTakeOver,
  decidedPayee,
  isPayeeInDoubt,
  limits,
  listByDish,
  minutesLater,
  type Payee,
  tickOf,
} from './rules.ts'
import { cancelLocked, settleRun } from './settle.ts'
import { scheduleStep } from './steps.ts'
import { queueNews } from './tell.ts'

/**
 * Starts a run. Its dishes and prices are those of now, and stay so. A repeated request returns the first run.
 * @throws HttpError `no_offer`, `no_time`, `opens_late`, `exists`, `too_many_runs`, `key_reused`, `signed_out`
 */
export async function startRun(
  req: PayloadRequest,
  starter: SignedIn,
  {
    key,
    offer: id,
    day,
    area,
    opens,
    cut_off: cutOff,
    without_runner: withoutRunner,
  }: StartRequest,
): Promise<StartReply> {
  const { payload } = req
  const { timeZone } = await findVenue(payload)
  const at = (time: string, on = day) => venueTimeOf(`${on}T${time}`, timeZone)?.at ?? null
  const now = await readClock(databaseOf(payload))
  const today = localMoment(now, timeZone).date
  const [cutOffAt, endsAt] = [at(cutOff), at('00:00', addDays(day, 1))]
  const opensAt = opens ? at(opens) : now
  if (!cutOffAt || !endsAt || !opensAt || day < today || day > addDays(today, limits.daysAhead)) {
    throw lunchError('no_time', { field: 'cut_off' })
  }
  return inTransaction(req, async (db) => {
    // Requests of one member wait for each other, so together they can't exceed the member's limits.
    if (!(await lockMembers(db, [starter.id]))) throw memberError('signed_out')
    const earlier = await findRunByKey(db, starter.id, key)
    if (earlier) {
      const isSame =
        earlier.day === day &&
        earlier.area === area &&
        earlier.withoutRunner === withoutRunner &&
        earlier.cutOffAt.getTime() === cutOffAt.getTime()
      if (!isSame) throw lunchError('key_reused')
      return { run: earlier.id, repeated: true }
    }
    if (cutOffAt < minutesLater(now, limits.shortestMinutes)) {
      throw lunchError('no_time', { field: 'cut_off' })
    }
    if (opensAt >= cutOffAt) throw lunchError('opens_late', { field: 'opens' })
    if ((await countOwnRuns(db, starter.id)) >= limits.ownRuns) throw lunchError('too_many_runs')
    const found = await readDishes(req, { id, day })
    if (!found) throw lunchError('no_offer', { field: 'offer' })
    const { offer, dishes, soldOut } = found
    const run = await insertRun(db, {
      ...{ day, source: offer.source, vendor: offer.vendor, offerName: offer.name },
      ...{ dishes, soldOut, area, opensAt, cutOffAt, endsAt, withoutRunner },
      ...{ starter: starter.id, key },
    })
    if (!run) throw lunchError('exists')
    await scheduleStep(db, run)
    return { run: run.id, repeated: false }
  })
}

/**
 * Calls a run off: its starter before the cut-off, staff until it is settled. Those who ordered are told. A repeated
 * request does nothing.
 * @throws HttpError `not_found`, `only_starter`, `ended`
 */
export const cancelRun = (
  req: PayloadRequest,
  by: { member: number } | 'staff',
  id: number,
): Promise<void> =>
  inTransaction(req, async (db) => {
    const run = await requireLocked(db, id)
    if (by !== 'staff') {
      if (run.starter !== by.member) throw lunchError('only_starter')
      // After the cut-off it is being cooked.
      const isGoing = run.state === 'open' || run.state === 'closed'
      if (isGoing && (await readClock(db)) >= run.cutOffAt) throw lunchError('only_starter')
    }
    if (run.state === 'cancelled') return
    if (run.state === 'settled') throw lunchError('ended')
    const members = await cancelLocked(db, run)
    await queueNews(db, { news: 'cancelled', run: id, members })
    if (by === 'staff') await recordOf(req, run, 'lunch_called_off')
  })

async function requireLocked(db: Database, id: number): Promise<Run> {
  const run = await lockRun(db, id)
  if (!run) throw lunchError('not_found')
  return run
}

/** @throws HttpError `only_runner` */
function requireRunner(run: Run, member: SignedIn): void {
  if (run.runner !== member.id) throw lunchError('only_runner')
}

/**
 * Makes a member who ordered, or who started the run, its runner: if there is none, or if the runner has not been heard of
 * for a while after the cut-off; that one is told. A repeated request does nothing.
 * @throws HttpError `not_found`, `ended`, `has_runner`, `only_orderers`, `signed_out`
 */
export const becomeRunner = (req: PayloadRequest, member: SignedIn, id: number): Promise<void> =>
  inTransaction(req, async (db) => {
    if (!(await lockMembers(db, [member.id]))) throw memberError('signed_out')
    const run = await requireLocked(db, id)
    if (run.runner === member.id) return
    if (run.state === 'settled' || run.state === 'cancelled') throw lunchError('ended')
    const now = await readClock(db)
    if (!canTakeOver(run, now)) throw lunchError('has_runner')
    const order = await findOrderOf(db, id, member.id)
    if (order?.state !== 'ordered' && run.starter !== member.id) throw lunchError('only_orderers')
    const former = run.runner
    const isVenue = isPayeeInDoubt(run) && decidedPayee(run) === null
    await updateRun(db, id, {
      ...{ runner: member.id, runnerSince: now },
      ...(isVenue && { payee: 'venue' as const }),
    })
    if (former !== null) {
      const occasion = `${former}-${now.getTime()}`
      await queueNews(db, { news: 'replaced', run: id, members: [former], occasion })
    }
  })

/**
 * The runner can't go after all. After the cut-off, the others are asked.
 * @throws HttpError `not_found`, `only_runner`, `ended`
 */
export const stepDown = (req: PayloadRequest, member: SignedIn, id: number): Promise<void> =>
  inTransaction(req, async (db) => {
    const run = await requireLocked(db, id)
    if (run.runner === null) return
    requireRunner(run, member)
    if (run.state === 'settled' || run.state === 'cancelled' || run.hereAt)
      throw lunchError('ended')
    await loseRunner(db, run)
  })

/** Takes the runner from a locked run, and asks the others if it is after the cut-off or shortly before it. */
export async function loseRunner(db: Database, run: Run): Promise<void> {
  const former = run.runner
  await updateRun(db, run.id, { runner: null, runnerSince: null, askedAt: null })
  if (run.state === 'open') {
    await scheduleStep(db, { ...run, runner: null, askedAt: null })
    return
  }
  if (run.state !== 'closed') return
  const orders = await listOrders(db, run.id)
  const members = orders.flatMap(({ member }) => (member === former ? [] : (member ?? [])))
  await queueNews(db, { news: 'gone', run: run.id, members, occasion: `${former}-${Date.now()}` })
}

/** Ticks a line of the list off, or on again. @throws HttpError `not_found`, `only_runner`, `no_dish` */
export const tickLine = (
  req: PayloadRequest,
  member: SignedIn,
  { run: id, line, ticked }: { run: number; line: string; ticked: boolean },
): Promise<void> =>
  inTransaction(req, async (db) => {
    const run = await requireLocked(db, id)
    requireRunner(run, member)
    const orders = await listOrders(db, id)
    const lines = listByDish(orders.map((order) => ({ ...order, name: '' })))
    const found = lines.find(({ key }) => key === line)
    if (!found) throw lunchError('no_dish')
    const tick = tickOf(found)
    const others = run.ticked.filter((each) => each !== tick)
    await updateRun(db, id, { ticked: ticked ? [...others, tick] : others })
  })

/**
 * The runner is back: those who ordered are told, once.
 * @throws HttpError `not_found`, `only_runner`, `before_cut_off`, `ended`
 */
export const sayHere = (req: PayloadRequest, member: SignedIn, id: number): Promise<void> =>
  inTransaction(req, async (db) => {
    const run = await requireLocked(db, id)
    requireRunner(run, member)
    if (run.hereAt) return
    if (run.state === 'cancelled') throw lunchError('ended')
    if (run.state === 'open') throw lunchError('before_cut_off')
    await updateRun(db, id, { hereAt: new Date() })
    const orders = await listOrders(db, id)
    const members = orders.flatMap((each) => (each.member === member.id ? [] : (each.member ?? [])))
    await queueNews(db, { news: 'here', run: id, members })
  })

/**
 * The runner has the lunch: everybody pays, in one transaction. A repeated request does nothing.
 * @throws HttpError `not_found`, `only_runner`, `before_cut_off`, `ended`; `payee_decided`: the runner says that they paid,
 *   but the venue is paid
 */
export async function sayFetched(
  req: PayloadRequest,
  member: SignedIn,
  { run: id, payee: wanted }: { run: number; payee: Payee },
): Promise<SettledReply> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  return inTransaction(req, async (db) => {
    // A runner who gets money is locked, so that it does not go to the account of somebody who is being deleted.
    if (!(await lockMembers(db, [member.id]))) throw memberError('signed_out')
    const run = await requireLocked(db, id)
    requireRunner(run, member)
    if (run.state === 'open') throw lunchError('before_cut_off')
    if (run.state === 'cancelled') throw lunchError('ended')
    if (run.state === 'settled') {
      const orders = await listOrders(db, id)
      const atBar = orders.filter(({ payment }) => payment === 'bar').length
      return { state: run.state, settled: orders.length - atBar, at_bar: atBar }
    }
    const decided = decidedPayee(run)
    // Our own kitchens are always paid themselves, whatever a request says.
    const isDenied = run.source === 'vendor' && decided === 'venue' && wanted === 'runner'
    if (isDenied) throw lunchError('payee_decided', { field: 'payee' })
    const payee = decided ?? wanted
    return settleRun(req.payload, db, ledgerSettings, { run, payee, runner: member.id })
  })
}
