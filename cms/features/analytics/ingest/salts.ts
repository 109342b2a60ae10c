import { randomBytes } from 'node:crypto'
import type { Database } from '../../../platform/database/query.ts'
import type { SessionDays } from './days.ts'
import { findSalt, insertSalt } from './queries/salts.ts'

const saltBytes = 32

/**
 * The salts of today and yesterday. `yesterday` is null if its visits can no longer continue, or if it had no visitors.
 */
export type SessionSalts = { today: Buffer; yesterday: Buffer | null }

/** The minimum time between two attempts to create tomorrow's salt. */
const prepareAgainMs = 60_000

/**
 * Reads the salts of days whose sessions can be continued. The first process that needs a day's salt creates it.
 * Tomorrow's salt is created an hour before midnight, so that events can be buffered even if the database is down at
 * midnight. Only these salts are cached in memory.
 */
export function createSalts(db: Database): (days: SessionDays) => Promise<SessionSalts> {
  const known = new Map<string, Promise<Buffer | null>>()
  const remember = (day: string, read: () => Promise<Buffer | null>) => {
    const before = known.get(day)
    if (before) return before
    const reading = read()
    known.set(day, reading)
    reading.catch(() => known.delete(day))
    return reading
  }
  const findOrCreate = async (day: string) => {
    await insertSalt(db, day, randomBytes(saltBytes))
    return findSalt(db, day)
  }
  let prepareAt = 0
  const prepare = (day: string) => {
    if (known.has(day) || Date.now() < prepareAt) return
    prepareAt = Date.now() + prepareAgainMs
    remember(day, () => findOrCreate(day)).catch(() => {})
  }
  return async ({ today, yesterday, tomorrow }) => {
    const days = [today, yesterday, tomorrow]
    for (const day of known.keys()) if (!days.includes(day)) known.delete(day)
    const [ofToday, ofYesterday] = await Promise.all([
      remember(today, () => findOrCreate(today)),
      yesterday === null ? null : remember(yesterday, () => findSalt(db, yesterday)),
    ])
    if (tomorrow !== null) prepare(tomorrow)
    if (ofToday) return { today: ofToday, yesterday: ofYesterday }
    known.delete(today)
    throw new Error(`There is no salt of ${today}.`)
  }
}
