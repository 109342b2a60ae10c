import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findReadableRows,
  findRow,
  findRows,
  idList,
  jsonRows,
  requireRow,
  sql,
  textList,
} from '../../../platform/database/query.ts'
import { isInLastTwoWeeks, isInLastWeek } from '../../../platform/database/week-counts.ts'
import type { Menu } from '../../venue/contract.ts'

const link = z.object({ url: z.string(), label: z.string() })
const edition = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  links: z.array(link),
})
/**
 * The content that all mails of a letter have in common, with marks where the mails differ. Tracked links are numbered
 * by their places in `links`.
 */
export type Edition = z.output<typeof edition>

/** An edition to insert, with the contents of each menu that the letter shows, in the letter's order. */
export type NewEdition = Edition & { menus: Menu[][] }

export async function insertEdition(
  db: Database,
  letter: number,
  { subject, html, text, links, menus }: NewEdition,
): Promise<void> {
  await execute(db)`
    insert into letter_editions (letter, subject, html, text, menus)
    values (${letter}, ${subject}, ${html}, ${text}, ${JSON.stringify(menus)}::jsonb)`
  await execute(db)`
    insert into letter_links (letter, place, url, label)
    select ${letter}, place - 1, link->>'url', link->>'label'
      from jsonb_array_elements(${jsonRows(links)}) with ordinality as links (link, place)`
}

export const findEdition = (db: Database, letter: number): Promise<Edition | null> =>
  findRow(db, edition)`
    select subject, html, text,
           coalesce((select jsonb_agg(jsonb_build_object('url', url, 'label', label)
                                      order by place)
                       from letter_links as l where l.letter = e.letter), '[]'::jsonb) as links
      from letter_editions as e where letter = ${letter}`

const editionSubject = z.object({ letter: z.number(), subject: z.string() })

/** The subjects of the editions of letters, with marks. */
export const findEditionSubjects = (db: Database, letters: readonly number[]) =>
  findRows(db, editionSubject)`
    select letter, subject from letter_editions where letter = any(${idList(letters)}::int[])`

const publicLetter = z.object({
  id: z.number(),
  subject: z.string(),
  preheader: z.string().nullable(),
  body: z.unknown(),
  menus: z.custom<Menu[][]>(),
  sentAt: z.coerce.date(),
})
/** A public letter. `menus`: the contents of its menus when it was sent, in the letter's order. */
export type PublicLetter = z.output<typeof publicLetter>

/**
 * The letter with a page at `/letters/{slug}`; null if there is none, or it was not sent. A cancelled letter
 * keeps its page, because some readers have a link to it.
 */
export const findLetterBySlug = (db: Database, slug: string): Promise<PublicLetter | null> =>
  findRow(db, publicLetter)`
    select l.id, l.subject, preheader, body, menus, started_at as "sentAt"
      from letters as l join letter_editions as e on e.letter = l.id
     where slug = ${slug} and is_public and l.deleted_at is null
       and state in ('sending', 'paused', 'sent', 'cancelled')`

/** The subjects of letters that have a page, see `findLetterBySlug`. */
export const findSubjectsBySlug = (db: Database, slugs: readonly string[]) =>
  findRows(db, z.object({ slug: z.string(), subject: z.string() }))`
    select slug, subject from letters
     where slug in ${textList(slugs)}
       and is_public and deleted_at is null and state in ('sending', 'paused', 'sent', 'cancelled')`

const listedLetter = publicLetter
  .pick({ subject: true, preheader: true, body: true, sentAt: true })
  .extend({ slug: z.string() })

// Each listed letter has a page, see `findLetterBySlug`. Cancelled letters are not listed.
const listed = sql`
  letters as l join letter_editions as e on e.letter = l.id
  where slug is not null and is_public and state in ('sending', 'paused', 'sent')`

/** The letters that are listed at `/letters`, newest first. */
export const findListedLetters = (
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<z.output<typeof listedLetter>[]> =>
  findReadableRows(db, listedLetter, 'letters')`
    select slug, l.subject, preheader, body, started_at as "sentAt" from ${listed}
     order by started_at desc, l.id desc limit ${limit} offset ${offset}`

export const countListedLetters = (db: Database): Promise<number> =>
  requireRow(db, column(z.number()))`select count(*)::int from ${listed}`

const countedLink = link.extend({ clicks: z.number() })

export const findLinks = (db: Database, letter: number) =>
  findRows(db, countedLink)`
    select url, label, clicks from letter_links where letter = ${letter} order by place`

const countedLetter = z.object({ id: z.number(), isInLastWeek: z.boolean(), clicks: z.number() })

/** The letters that went out in the last two weeks, with the clicks on their links. */
export const findLettersOfTwoWeeks = (db: Database) =>
  findRows(db, countedLetter)`
    select id, ${isInLastWeek(sql`started_at`)} as "isInLastWeek",
           coalesce((select sum(clicks) from letter_links where letter = l.id), 0)::int as clicks
      from letters as l where ${isInLastTwoWeeks(sql`started_at`)} and deleted_at is null`

/**
 * The target of a link.
 * @param isOpened whether to count a click
 */
export async function findLinkTarget(
  db: Database,
  { letter, place }: { letter: number; place: number },
  isOpened: boolean,
): Promise<string | null> {
  const which = sql`where letter = ${letter} and place = ${place}`
  const query = isOpened
    ? sql`update letter_links set clicks = clicks + 1 ${which} returning url`
    : sql`select url from letter_links ${which}`
  return findRow(db, column(z.string()))`${query}`
}
