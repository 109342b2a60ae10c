import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import type { PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../../database/query.ts'
import { inTransaction } from '../../database/transaction.ts'
import { localMoment } from '../../venue/opening-hours.ts'
import { findVenue } from '../../venue/service.ts'
import { markDaysDirty } from '../queries/dirty.ts'
import { type BotKind, dayMs, yesterdayUntilHour } from '../rules.ts'
import {
  findBotFacts,
  insertBotSegments,
  listSessionsToChange,
  listUnclassifiedDays,
  lockSessions,
  markClassified,
  moveToSegments,
  setBots,
} from './queries.ts'
import { type BotFacts, botOf, botRulesVersion } from './rules.ts'

const agents = new LRUCache<string, boolean>({ max: 2000 })

/** Whether a user agent belongs to a bot. Browsers always send a user agent. */
function isAgent(userAgent: string): boolean {
  const known = agents.get(userAgent)
  if (known !== undefined) return known
  const found = userAgent.trim() === '' || isbot(userAgent)
  agents.set(userAgent, found)
  return found
}

/**
 * Whether a session is a bot's, as far as that is known when it begins. `classifySessions` judges its behaviour later.
 */
export const botAtStart = ({
  userAgent,
  ...facts
}: Pick<BotFacts, 'isDataCenter' | 'isAutomated'> & { userAgent: string }): BotKind | null =>
  botOf({ ...facts, isAgent: isAgent(userAgent), isSilent: false, isBusy: false })

/** How many sessions one transaction locks. Requests that store events in these sessions wait until it ends. */
const sessionsPerTransaction = 200

/**
 * The facts of sessions whose stored mark (`bot`) differs from what the rules say, each with the right mark (`next`).
 */
async function findWrongMarks(db: Database, day: string) {
  return (await findBotFacts(db, day)).flatMap(({ user_agent, bot, ...rest }) => {
    const next = botOf({ ...rest, isAgent: isAgent(user_agent) })
    return next === bot ? [] : [{ user_agent, bot, next, ...rest }]
  })
}

/**
 * Judges the sessions of each day that is not over, and of each day that another version of the rules judged, newest
 * first.
 * @param signal no further transaction begins after it is aborted
 */
export async function classifySessions(
  req: PayloadRequest,
  signal: AbortSignal,
  version = botRulesVersion,
): Promise<void> {
  const { timeZone } = await findVenue(req.payload)
  // Sessions may continue in the first hours of the next day. One more hour is for events that are still being sent.
  const lastMoment = new Date(Date.now() - ((yesterdayUntilHour + 1) * dayMs) / 24)
  const openSince = localMoment(lastMoment, timeZone).date
  for (const day of await listUnclassifiedDays(databaseOf(req.payload), version)) {
    if (signal.aborted) return
    const wrong = await findWrongMarks(databaseOf(req.payload), day)
    if (wrong.length > 0) {
      // Committed before sessions are locked. So requests that store events do not wait for the new segments.
      await insertBotSegments(databaseOf(req.payload), day, wrong)
      const toChange = await listSessionsToChange(databaseOf(req.payload), day, wrong)
      for (let start = 0; start < toChange.length; start += sessionsPerTransaction) {
        if (signal.aborted) return
        const among = toChange.slice(start, start + sessionsPerTransaction)
        await inTransaction(req, async (db) => {
          await lockSessions(db, day, among)
          await setBots(db, day, { changes: wrong, among })
          await moveToSegments(db, day, among)
          await markDaysDirty(db, [day])
        })
      }
    }
    if (day < openSince) await markClassified(databaseOf(req.payload), day, version)
  }
}
