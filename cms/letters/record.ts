import { type Executor, sql } from '../database/sql.ts'
import { holdNames } from '../database/transaction.ts'
import type { Interest } from '../newsletter/rules.ts'
import type { Audience, WrittenLetter } from './contract.ts'
import { type LetterState, slugOf } from './rules.ts'

/** A letter as it is in the database. */
export type LetterRow = WrittenLetter & {
  id: number
  state: LetterState
  audience: Audience
  slug: string | null
  isPublic: boolean
  sendAt: Date | null
  updatedAt: Date
}

type Row = {
  id: number
  subject: string
  preheader: string | null
  body: unknown
  state: LetterState
  interests: Interest[]
  birthday: boolean | null
  since: string | null
  slug: string | null
  is_public: boolean | null
  send_at: string | Date | null
  updated_at: string | Date
}

const asked = sql.raw(`
  select l.id, subject, preheader, body, l.state::text as state, slug, is_public, send_at, updated_at,
         audience_birthday_this_month as birthday, audience_joined_since as since,
         coalesce((select jsonb_agg(value order by "order") from letters_audience_interests
                    where parent_id = l.id), '[]'::jsonb) as interests
    from letters as l`)

function letterOf(row: Row | undefined): LetterRow | null {
  if (!row) return null
  const { interests, birthday, since, is_public, send_at, updated_at, ...rest } = row
  return {
    ...rest,
    audience: {
      interests,
      birthdayThisMonth: birthday ?? false,
      joinedSince: since || null,
    },
    isPublic: is_public ?? false,
    sendAt: send_at === null ? null : new Date(send_at),
    updatedAt: new Date(updated_at),
  }
}

/** A letter, held by nobody; null where there is none. */
export async function findLetter(db: Executor, id: number): Promise<LetterRow | null> {
  const { rows } = await db.execute(sql`${asked} where l.id = ${id}`)
  return letterOf(rows[0] as Row | undefined)
}

/** The subject of a letter that shows a picture and went out, or is about to; null where none does. */
export async function letterShowing(db: Executor, picture: number): Promise<string | null> {
  const { rows } = await db.execute(sql`
    select subject from letters
     where state <> 'draft'
       and jsonb_path_exists(body, '$.** ? (@.blockType == "image" && @.picture == $picture)',
                             jsonb_build_object('picture', ${picture}::int))
     limit 1`)
  return rows[0] ? String(rows[0].subject) : null
}

/** A letter that nobody else may change until the transaction ends; null where there is none. */
export type HoldLetter = (db: Executor, id: number) => Promise<LetterRow | null>
export const holdLetter: HoldLetter = (db, id) => held(db, id, sql`for update`)

/** The same, and null too where another transaction holds it. */
export const holdFreeLetter: HoldLetter = (db, id) => held(db, id, sql`for update skip locked`)

// What stands in other tables is read when the letter is held: who waited for it sees what was left.
async function held(db: Executor, id: number, lock: ReturnType<typeof sql>) {
  const { rows } = await db.execute(sql`select id from letters where id = ${id} ${lock}`)
  return rows.length ? findLetter(db, id) : null
}

/**
 * What every change of the program’s to a letter writes beside it: whoever has an earlier state before
 * them is told, and so no two changes have one time.
 */
export const changedNow = sql`updated_at = greatest(now(), updated_at + interval '1 ms')`

/**
 * The last part of the address of a letter’s page: made from its subject, another one for each letter.
 * @param before the letter as it was, which keeps the one it has while its subject makes the same
 */
export async function freeSlug(
  db: Executor,
  subject: string,
  before: Pick<LetterRow, 'id' | 'slug'> | null,
): Promise<string> {
  const base = slugOf(subject)
  const isOwn = (slug: string) => slug.replace(/-\d+$/, '') === base || slug === base
  if (before?.slug && isOwn(before.slug)) return before.slug
  await holdNames(db, [`letter page ${base}`])
  const { rows } = await db.execute(
    sql`select slug from letters where slug = ${base} or slug ~ ${`^${base}-[0-9]+$`}`,
  )
  const taken = new Set(rows.map(({ slug }) => slug))
  let free = base
  for (let serial = 2; taken.has(free); serial++) free = `${base}-${serial}`
  return free
}
