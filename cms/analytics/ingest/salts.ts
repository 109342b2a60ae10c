import { randomBytes } from 'node:crypto'
import type { Database } from '../../database/query.ts'
import { findSalt, insertSalt } from './queries/salts.ts'

const saltBytes = 32

export type Salts = {
  /** The salt of today, made by whichever process needs it first. */
  today: (day: string) => Promise<Buffer>
  /** The salt of an earlier day; null if nobody came, or it was deleted. */
  earlier: (day: string) => Promise<Buffer | null>
}

/** Salts are kept in memory while their day's sessions can be continued. */
export function createSalts(db: Database): Salts {
  const known = new Map<string, Promise<Buffer | null>>()
  const remember = (day: string, read: () => Promise<Buffer | null>) => {
    const before = known.get(day)
    if (before) return before
    for (const each of [...known.keys()].sort().slice(0, -1)) known.delete(each)
    const reading = read()
    known.set(day, reading)
    reading.catch(() => known.delete(day))
    return reading
  }
  const create = async (day: string) => {
    await insertSalt(db, day, randomBytes(saltBytes))
    return findSalt(db, day)
  }
  return {
    today: async (day) => {
      const salt = await remember(day, () => create(day))
      if (salt) return salt
      known.delete(day)
      throw new Error(`There is no salt of ${day}.`)
    },
    earlier: (day) => remember(day, () => findSalt(db, day)),
  }
}
