import type { SQL } from 'drizzle-orm'
import { z } from 'zod'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import {
  column,
  type Database,
  execute,
  findReadableRows,
  findRow,
  findRows,
  idList,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import { firstFreeSlug } from '../../../platform/http/texts/slug.ts'
import { interests } from '../../newsletter/rules.ts'
import { letterStates, slugOf } from '../rules.ts'

const timeOrNull = z.coerce.date().nullable()
const idRow = z.object({ id: z.number() })
const state = z.enum(letterStates)

const letterRow = z.object({
  id: z.number(),
  subject: z.string(),
  preheader: z.string().nullable(),
  body: z.unknown(),
  state,
  audience: z.object({
    interests: z.array(z.enum(interests)),
    ownTopics: z.array(z.string()),
    birthdayThisMonth: z.boolean(),
    joinedSince: z.string().nullable(),
  }),
  /** The date of an event that the letter is about. */
  eventDate: z.number().nullable(),
  slug: z.string().nullable(),
  isPublic: z.boolean(),
  sendAt: timeOrNull,
  startedAt: timeOrNull,
  finishedAt: timeOrNull,
  updatedAt: z.coerce.date(),
  isTrashed: z.boolean(),
})
export type LetterRow = z.output<typeof letterRow>

const selectLetters = sql`
  select l.id, subject, preheader, body, l.state::text as state, slug,
         event_date::int as "eventDate", coalesce(is_public, false) as "isPublic", send_at as "sendAt", started_at as "startedAt",
         finished_at as "finishedAt", updated_at as "updatedAt",
         deleted_at is not null as "isTrashed",
         jsonb_build_object(
           'interests', coalesce((select jsonb_agg(value order by "order")
                                    from letters_audience_interests where parent_id = l.id),
                                 '[]'::jsonb),
           'ownTopics', coalesce(audience_own_topics, '[]'::jsonb),
           'birthdayThisMonth', coalesce(audience_birthday_this_month, false),
           'joinedSince', nullif(audience_joined_since, '')) as audience
    from letters as l`

export const findLetter = (db: Database, id: number): Promise<LetterRow | null> =>
  findRow(db, letterRow)`${selectLetters} where l.id = ${id}`

/** Which of these letters exist, including those in the trash. */
export const findExistingLetters = (db: Database, ids: readonly number[]): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select id from letters where id = any(${idList(ids)}::int[])`

/** Ids of scheduled letters that are due to be sent or retried. */
export const findDueLetters = (db: Database): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select id from letters where state = 'scheduled' and coalesce(retry_at, send_at) <= now()`

const scheduledLetter = z.object({ id: z.number(), subject: z.string(), at: z.coerce.date() })

/** Locks the letters that are scheduled and were not started in vain yet. @returns these letters */
export const lockScheduledLetters = (db: Database) =>
  findRows(db, scheduledLetter)`
    select id, subject, send_at as at from letters
     where state = 'scheduled' and retry_at is null and send_at is not null order by id for update`

/** The latest unsent letter about a date of an event; null if there is none. */
export const findUnsentAbout = (db: Database, date: number): Promise<number | null> =>
  findRow(db, column(z.number()))`
    select id from letters
     where event_date = ${date} and state in ('draft', 'scheduled') and deleted_at is null
     order by id desc limit 1`

/** Locks a letter against changes until the transaction ends. */
export const lockLetter = (db: Database, id: number): Promise<LetterRow | null> =>
  lock(db, id, sql`for update`)

/** Like `lockLetter`, but null if another transaction has locked it. */
export const lockFreeLetter = (db: Database, id: number): Promise<LetterRow | null> =>
  lock(db, id, sql`for update skip locked`)

// The letter is read after it was locked, because an earlier read could be out of date.
async function lock(db: Database, id: number, how: SQL): Promise<LetterRow | null> {
  const row = await findRow(db, idRow)`select id from letters where id = ${id} ${how}`
  return row && findLetter(db, id)
}

const lockedForm = letterRow.pick({ state: true, slug: true, updatedAt: true })

/**
 * Locks a letter as `lockLetter`, before its form is saved or it is deleted. Reads only what that needs, so that a
 * letter with a damaged audience can still be deleted.
 */
export const lockLetterForm = (
  db: Database,
  id: number,
): Promise<z.output<typeof lockedForm> | null> =>
  findRow(db, lockedForm)`
    select state::text as state, slug, updated_at as "updatedAt"
      from letters where id = ${id} for update`

/** A letter's state, locked until the transaction ends; null if there is no such letter. */
export const lockLetterState = (db: Database, id: number) =>
  findRow(db, column(state))`
    select state::text as state from letters where id = ${id} for share`

/**
 * Makes `updated_at` later than at every previous change, so that it identifies a version of the letter.
 */
const changedNow = sql`updated_at = greatest(now(), updated_at + interval '1 ms')`

const update = (db: Database, id: number, changes: SQL): Promise<number> =>
  execute(db)`update letters set ${changes}, ${changedNow} where id = ${id}`

const noFailures = sql`last_error = null, tries = 0, retry_at = null`

export const setDraft = (db: Database, id: number) =>
  update(db, id, sql`state = 'draft', send_at = null, ${noFailures}`)

export const setScheduled = (db: Database, id: number, at: Date) =>
  update(
    db,
    id,
    sql`state = 'scheduled', send_at = ${at.toISOString()}::timestamptz, ${noFailures}`,
  )

type DemoLetter = {
  subject: string
  preheader: string
  body: unknown
  slug: string
  at: Date
}

/** Inserts a letter that was sent, for the demo venue. @returns its id */
export const insertDemoLetter = (db: Database, { at, ...letter }: DemoLetter): Promise<number> => {
  const moment = at.toISOString()
  return requireRow(db, column(z.number()))`
    insert into letters (subject, preheader, body, slug, is_public, state, started_at, finished_at, created_at, updated_at)
    values (${letter.subject}, ${letter.preheader}, ${JSON.stringify(letter.body)}::jsonb, ${letter.slug}, true, 'sent',
            ${moment}, ${moment}, ${moment}, ${moment})
    returning id`
}

export const setStarted = (db: Database, id: number) =>
  update(
    db,
    id,
    sql`state = 'sending', started_at = now(), send_at = least(send_at, now()), ${noFailures}`,
  )

export const setPaused = (db: Database, id: number) => update(db, id, sql`state = 'paused'`)

/** Resumes sending after a pause, or restarts it after the letter was finished. */
export const setSending = (db: Database, id: number) =>
  update(db, id, sql`state = 'sending', finished_at = null`)

export const setCancelled = (db: Database, id: number) =>
  update(db, id, sql`state = 'cancelled', finished_at = now()`)

export const setPublic = (db: Database, id: number, isPublic: boolean) =>
  update(db, id, sql`is_public = ${isPublic}`)

const version = z.object({ id: z.number(), updated_at: z.coerce.date() })

/** Letters that are being sent, with their versions. */
export const findSendingLetters = (db: Database) =>
  findRows(db, version)`select id, updated_at from letters where state = 'sending'`

/** Marks a letter as sent, if it has not changed since it was read. @returns 1 if it was marked */
export const finishLetter = (db: Database, { id, updated_at }: z.output<typeof version>) =>
  execute(db)`
    update letters set state = 'sent', finished_at = now(), ${changedNow}
     where id = ${id} and state = 'sending'
       and updated_at = ${updated_at.toISOString()}::timestamptz`

/** Stores why a letter was not started. Without a time for a retry, the letter becomes a draft. */
export const setStartFailed = (
  db: Database,
  id: number,
  { reason, attempt, retryAt }: { reason: string; attempt: number; retryAt: Date | null },
) =>
  update(
    db,
    id,
    sql`tries = ${attempt}, last_error = ${reason},
        retry_at = ${retryAt?.toISOString() ?? null}::timestamptz,
        send_at = case when ${retryAt !== null} then send_at end,
        state = case when ${retryAt !== null} then state else 'draft' end`,
  )

const webLetter = z.object({
  id: z.number(),
  slug: z.string().nullable(),
  topics: z.array(z.string()),
})

/** For each of these letters, the interests and topics that it is for, and its slug if it has a page. */
export const findWebLetters = (db: Database, letters: readonly number[]) =>
  findReadableRows(db, webLetter, 'letters')`
    select l.id, case when is_public and deleted_at is null then slug end as slug,
           coalesce((select jsonb_agg(value order by "order") from letters_audience_interests
                      where parent_id = l.id), '[]'::jsonb)
             || coalesce(audience_own_topics, '[]'::jsonb) as topics
      from letters as l where id = any(${idList(letters)}::int[])`

const pictureUse = z.object({ picture: z.number(), letter: z.number(), subject: z.string() })

/** For each of these pictures, the letters that show it, except drafts and letters in the trash. */
export const findLettersShowing = (db: Database, pictures: readonly number[]) =>
  findRows(db, pictureUse)`
    select picture, letters.id as letter, subject from letters
      join unnest(${idList(pictures)}::int[]) as picture
        on jsonb_path_exists(body, '$.** ? (@.blockType == "image" && @.picture == $picture)',
                             jsonb_build_object('picture', picture))
     where state <> 'draft' and deleted_at is null
     order by letters.id desc`

/**
 * A unique slug for the URL of a letter's page, made from the subject.
 * @param current the letter before the change. Its slug is kept if the new subject gives the same slug, apart from a
 *   number at the end.
 */
export async function findFreeSlug(
  db: Database,
  subject: string,
  current: Pick<LetterRow, 'slug'> | null,
): Promise<string> {
  const base = slugOf(subject)
  if (current?.slug && (current.slug === base || current.slug.replace(/-\d+$/, '') === base)) {
    return current.slug
  }
  // One lock for all slugs, because the slug that one subject gets with a number may be the slug of another subject.
  await lockNames(db, ['slugs of letters'])
  const taken = await findRows(db, column(z.string()))`
    select slug from letters where slug = ${base} or slug ~ ${`^${base}-[0-9]+$`}`
  return firstFreeSlug(base, Number.POSITIVE_INFINITY, (slug) => !taken.includes(slug))
}
