import { LRUCache } from 'lru-cache'
import type { Payload } from 'payload'
import { type Executor, rows, sql } from '../database/sql.ts'
import type { Edition, FreshEdition } from './edition.ts'

/** There is no such letter, or none that went out. */
export class NeverSentError extends Error {
  override name = 'NeverSentError'
}

const kept = new LRUCache<number, Promise<Edition>>({ max: 20 })

/** Keeps what a letter says from now on, whatever becomes of what it was made of. */
export async function freezeEdition(
  db: Executor,
  letter: number,
  { subject, html, text, links, menus }: FreshEdition,
): Promise<void> {
  await db.execute(sql`
    insert into letter_editions (letter, subject, html, text, menus)
    values (${letter}, ${subject}, ${html}, ${text}, ${JSON.stringify(menus)}::jsonb)`)
  await db.execute(sql`
    insert into letter_links (letter, place, url, label)
    select ${letter}, place - 1, link->>'url', link->>'label'
      from jsonb_array_elements(${JSON.stringify(links)}::jsonb)
           with ordinality as links (link, place)`)
}

/**
 * What a letter said when it went out; one object as long as it is in memory.
 * @throws NeverSentError where it never did
 */
export function findFrozen(payload: Payload, letter: number): Promise<Edition> {
  const known = kept.get(letter)
  if (known) return known
  const reading = read(payload, letter)
  kept.set(letter, reading)
  reading.catch(() => kept.delete(letter))
  return reading
}

async function read(payload: Payload, letter: number): Promise<Edition> {
  const [edition] = await rows<Edition>(
    payload,
    sql`select subject, html, text,
               coalesce((select jsonb_agg(jsonb_build_object('url', url, 'label', label)
                                          order by place)
                           from letter_links as l where l.letter = e.letter), '[]'::jsonb) as links
          from letter_editions as e where letter = ${letter}`,
  )
  if (!edition) throw new NeverSentError(`Letter ${letter} never went out.`)
  return edition
}
