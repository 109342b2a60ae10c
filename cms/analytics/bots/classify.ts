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
  listToChange,
  listUnclassifiedDays,
  lockSessions,
  markClassified,
  moveToSegments,
  setBots,
} from './queries.ts'
import { type BotFacts, botOf, botRulesVersion } from './rules.ts'

const agents = new LRUCache<string, boolean>({ max: 2000 })

/** Whether a user agent names a program. Browsers always send one. */
function isAgent(userAgent: string): boolean {
  const known = agents.get(userAgent)
  if (known !== undefined) return known
  const found = userAgent.trim() === '' || isbot(userAgent)
  agents.set(userAgent, found)
  return found
}

/** What is known of a session when it begins. Its behaviour is judged later, see `classifySessions`. */
export const botAtStart = ({
  userAgent,
  ...facts
}: Pick<BotFacts, 'isDataCenter' | 'isAutomated'> & { userAgent: string }): BotKind | null =>
  botOf({ ...facts, isAgent: isAgent(userAgent), isSilent: false, isBusy: false })

/** How many sessions one transaction locks. Requests that store events in them wait until it ends. */
const sessionsPerTransaction = 200

/** Whether sessions with these facts are marked otherwise than the rules say, and how they are to be marked. */
async function findWrongMarks(db: Database, day: string) {
  return (await findBotFacts(db, day)).flatMap(({ user_agent, bot, ...rest }) => {
    const next = botOf({ ...rest, isAgent: isAgent(user_agent) })
    return next === bot ? [] : [{ user_agent, bot, next, ...rest }]
  })
}

/**
 * Judges the sessions of each day that is not over, and of each that was judged by other rules, newest day first.
 * @param signal no further transaction begins after it is aborted
 */
export async function classifySessions(
  req: PayloadRequest,
  signal: AbortSignal,
  version = botRulesVersion,
): Promise<void> {
  const { timeZone } = await findVenue(req.payload)
  // Sessions may continue in the first hours of the next day; one more hour is for events under way.
  const lastMoment = new Date(Date.now() - ((yesterdayUntilHour + 1) * dayMs) / 24)
  const openSince = localMoment(lastMoment, timeZone).date
  for (const day of await listUnclassifiedDays(databaseOf(req.payload), version)) {
    if (signal.aborted) return
    const wrong = await findWrongMarks(databaseOf(req.payload), day)
    if (wrong.length > 0) {
      // Committed before sessions are locked, so that requests that store events do not wait for new segments.
      await insertBotSegments(databaseOf(req.payload), day, wrong)
      const toChange = await listToChange(databaseOf(req.payload), day, wrong)
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
