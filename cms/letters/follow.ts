import type { Payload } from 'payload'
import { rows, sql } from '../database/sql.ts'
import { env } from '../env.ts'
import { readGoPath } from './link.ts'

/**
 * Where a link in a letter leads. It is counted which link was opened and how often, and nothing of
 * who opened it.
 * @param isOpened whether somebody opens it: not where a program only looks, or fetches ahead
 * @returns null where we wrote no such link
 */
export async function followLink(
  payload: Payload,
  pathname: string,
  isOpened: boolean,
): Promise<string | null> {
  const link = readGoPath(pathname, env().SECRET)
  if (!link) return null
  const which = sql`where letter = ${link.letter} and place = ${link.place}`
  const [found] = await rows<{ url: string }>(
    payload,
    isOpened
      ? sql`update letter_links set clicks = clicks + 1 ${which} returning url`
      : sql`select url from letter_links ${which}`,
  )
  return found ? new URL(found.url).href : null
}
