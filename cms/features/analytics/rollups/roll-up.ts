import { createLocalReq, type Payload } from 'payload'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { findVenue } from '../../venue/service.ts'
import { firstRawDay, lastFinishedDay, venueDay } from './days.ts'
import { lockFunnels, toFunnel } from './funnels.ts'
import {
  findRolledDays,
  findUncountedFunnels,
  finishFunnel,
  lockOwnFunnels,
  replaceMonthsOfFunnel,
} from './queries/funnels.ts'
import { kindNames } from './queries/kinds.ts'
import {
  findDaysToRoll,
  findMonthsToRoll,
  finishDay,
  finishMonth,
  lockDay,
  lockMonth,
  replaceDay,
  replaceMonth,
  tuneForSums,
} from './queries/roll-up.ts'
import type { Funnel } from './rules.ts'

type Options = {
  now?: Date
  /** Whether to stop. Called before each day, month and funnel. The next run continues. */
  shouldStop?: (() => boolean) | undefined
}

/**
 * Adds up the finished days that have no sums or whose raw rows changed, then months and new funnels. Each day and
 * month is computed in its own transaction, which can be repeated.
 */
export async function rollUp(payload: Payload, options: Options = {}): Promise<void> {
  const { now = new Date(), shouldStop = () => false } = options
  const { timeZone } = await findVenue(payload)
  const [today, last] = [venueDay(now, timeZone), lastFinishedDay(now, timeZone)]
  const db = databaseOf(payload)
  for (const day of await findDaysToRoll(db, last)) {
    if (shouldStop()) return
    await inOwnTransaction(payload, (tx) => rollUpDay(tx, day, today))
  }
  for (const month of await findMonthsToRoll(db, last)) {
    if (shouldStop()) return
    await inOwnTransaction(payload, (tx) => rollUpMonth(tx, month))
  }
  for (const funnel of await findUncountedFunnels(db)) {
    if (shouldStop()) return
    await countFunnel(payload, toFunnel(funnel), today)
  }
}

const inOwnTransaction = async (payload: Payload, work: (db: Database) => Promise<void>) =>
  inTransaction(await createLocalReq({}, payload), async (db) => {
    await tuneForSums(db)
    await work(db)
  })

/**
 * Replaces the sums of a day. Sums whose raw rows have been deleted are kept, because they cannot be computed again.
 */
async function rollUpDay(db: Database, day: string, today: string): Promise<void> {
  const wasRolled = await lockDay(db, day)
  const funnels = await lockFunnels(db)
  for (const kind of kindNames) {
    if (wasRolled && day < firstRawDay(kind, today)) continue
    await replaceDay(db, kind, { day, funnels })
  }
  await finishDay(db, day)
}

async function rollUpMonth(db: Database, month: string): Promise<void> {
  if (!(await lockMonth(db, month))) return
  await lockOwnFunnels(db)
  for (const kind of kindNames) await replaceMonth(db, kind, month)
  await finishMonth(db, month)
}

/**
 * Counts a new funnel on each day that has sums and still has the raw rows that the funnel needs. The sums of days that
 * are added up later include the funnel.
 */
async function countFunnel(payload: Payload, funnel: Funnel, today: string): Promise<void> {
  const hasEvents = funnel.steps.some(({ need }) => need.kind === 'event')
  const cutoff = firstRawDay(hasEvents ? 'funnels' : 'pages', today)
  for (const day of await findRolledDays(databaseOf(payload))) {
    if (day < cutoff) continue
    await inOwnTransaction(payload, async (db) => {
      await lockDay(db, day)
      if (!(await lockOwnFunnel(db, funnel))) return
      await replaceDay(db, 'funnels', { day, funnels: [funnel] })
    })
  }
  await inOwnTransaction(payload, async (db) => {
    // Waits for transactions that add up a month, because their sums may contain the funnel on only some days.
    if (!(await lockOwnFunnel(db, funnel, { isExclusive: true }))) return
    await replaceMonthsOfFunnel(db, funnel.id)
    await finishFunnel(db, funnel.id)
  })
}

/** Locks an own funnel until the transaction ends. @returns whether it still exists */
const lockOwnFunnel = async (
  db: Database,
  { id }: Funnel,
  { isExclusive = false } = {},
): Promise<boolean> => (await lockOwnFunnels(db, { ids: [id], isExclusive })).length > 0
