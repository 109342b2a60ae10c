import type { Payload } from 'payload'
import { rows, sql } from '../database/sql.ts'
import type { Menu } from '../venue/contract.ts'

/** A letter that anybody may read, as it went out; what it names of the venue is as it is now. */
export type PublicLetter = {
  id: number
  subject: string
  preheader: string | null
  body: unknown
  /** Each menu in it as it was printed, in the order of the letter. */
  menus: Menu[][]
  sentAt: Date
}

/**
 * The letter with a page at `/letters/{slug}`; null where there is none, or none that went out. A page
 * that is made of it is dropped by `lettersTag`.
 */
export async function findPublicLetter(
  payload: Payload,
  slug: string,
): Promise<PublicLetter | null> {
  const [found] = await rows<Omit<PublicLetter, 'sentAt'> & { started_at: string | Date }>(
    payload,
    sql`select l.id, l.subject, preheader, body, menus, started_at
          from letters as l join letter_editions as e on e.letter = l.id
         where slug = ${slug} and is_public and state in ('sending', 'paused', 'sent')`,
  )
  if (!found) return null
  const { started_at, ...letter } = found
  return { ...letter, sentAt: new Date(started_at) }
}
