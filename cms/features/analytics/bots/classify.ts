import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import type { PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { localMoment } from '../../venue/hours/opening-hours.ts'
import { findVenue } from '../../venue/service.ts'
import { markDaysDirty } from '../queries/dirty.ts'
import { type BotKind, dayMs, yesterdayUntilHour } from '../rules.ts'
import {
  type Day,
  findBotFacts,
  insertBotSegments,
  listSessionsToChange,
  listSites,
  listUnclassifiedDays,
  lockSessions,
  markClassified,
  moveToSegments,
  setBots,
} from './queries.ts'
import { classificationVersion, isReferrerSpam } from './referrer-spam.ts'
import { type BotFacts, botOf } from './rules.ts'

const knownAgents = new LRUCache<string, boolean>({ max: 2000 })

/** Whether a user agent belongs to a bot. Browsers always send a user agent. */
function isBotAgent(userAgent: string): boolean {
  const known = knownAgents.get(userAgent)
  if (known !== undefined) return known
  const found = userAgent.trim() === '' || isbot(userAgent)
  knownAgents.set(userAgent, found)
  return found
}

/**
 * The kind of bot whose session begins, as far as it is known at this time; null for a person's session.
 * `classifySessions` judges the behaviour later.
 */
export const botAtStart = ({
  userAgent,
  ...facts
}: Pick<BotFacts, 'isDataCenter' | 'isReferrerSpam' | 'isAutomated'> & {
  userAgent: string
}): BotKind | null =>
  botOf({ ...facts, isBotAgent: isBotAgent(userAgent), isSilent: false, isBusy: false })

/** How many sessions one transaction locks. Requests that store events in these sessions wait until it ends. */
const sessionsPerTransaction = 200

/**
 * The facts of sessions whose stored mark (`bot`) differs from what the rules say, each with the right mark (`newBot`).
 */
async function findWrongMarks(db: Database, day: Day) {
  return (await findBotFacts(db, day)).flatMap(({ user_agent, bot, ...rest }) => {
    const newBot = botOf({ ...rest, isBotAgent: isBotAgent(user_agent) })
    return newBot === bot ? [] : [{ user_agent, bot, newBot, ...rest }]
  })
}

/**
 * Classifies the sessions of each day that is not marked as classified by this version of the rules, the newest day
 * first. A day is marked once its sessions can no longer change.
 * @param signal when it is aborted, no further transaction begins
 */
export async function classifySessions(
  req: PayloadRequest,
  signal: AbortSignal,
  version = classificationVersion(),
): Promise<void> {
  const { timeZone } = await findVenue(req.payload)
  // Sessions may continue in the first hours of the next day. One more hour is for events that are still being sent.
  const lastMoment = new Date(Date.now() - ((yesterdayUntilHour + 1) * dayMs) / 24)
  const firstOpenDay = localMoment(lastMoment, timeZone).date
  for (const date of await listUnclassifiedDays(databaseOf(req.payload), version)) {
    if (signal.aborted) return
    const sites = await listSites(databaseOf(req.payload), date)
    const day: Day = { date, spamSites: sites.filter(isReferrerSpam) }
    const wrong = await findWrongMarks(databaseOf(req.payload), day)
    if (wrong.length > 0) {
      // Inserted in a separate transaction before sessions are locked. So requests that store events need not wait.
      await insertBotSegments(databaseOf(req.payload), day, wrong)
      const toChange = await listSessionsToChange(databaseOf(req.payload), day, wrong)
      for (let start = 0; start < toChange.length; start += sessionsPerTransaction) {
        if (signal.aborted) return
        const sessionIds = toChange.slice(start, start + sessionsPerTransaction)
        await inTransaction(req, async (db) => {
          await lockSessions(db, date, sessionIds)
          await setBots(db, day, { changes: wrong, sessionIds })
          await moveToSegments(db, date, sessionIds)
          await markDaysDirty(db, [date])
        })
      }
    }
    if (date < firstOpenDay) await markClassified(databaseOf(req.payload), date, version)
  }
}
