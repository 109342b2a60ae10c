import type { Payload } from 'payload'
import { rows, sql } from '../database/sql.ts'
import { onlyKept } from '../mail/letter-mails.ts'

/** To how many readers a letter was addressed, and how many have it. */
export type LetterNumbers = { total: number; delivered: number }

/** The numbers of several letters, by their ids; of those that never went out there are none. */
export async function findNumbers(
  payload: Payload,
  ids: number[],
): Promise<Map<number, LetterNumbers>> {
  if (!ids.length) return new Map()
  const found = await rows<LetterNumbers & { letter: number }>(
    payload,
    sql`select letter::int as letter, count(*)::int as total,
               (count(*) filter (where state = 'sent' and not ${onlyKept}))::int as delivered
          from mails where letter in ${ids} group by letter`,
  )
  return new Map(found.map(({ letter, ...numbers }) => [letter, numbers]))
}
