import { z } from 'zod'
import {
  type Database,
  findReadableRows,
  findRow,
  findRows,
  hasRow,
} from '../../../platform/database/query.ts'

const number = z.coerce.number().int()
const causeState = z.enum(['open', 'funded', 'paid_out'])
const cause = z.object({
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  text: z.string(),
  picture: z.number().nullable(),
  goal: number,
  state: causeState,
  /** The total of approved payouts that were not reversed, in minor units. */
  paid_out: number,
})
export type CauseRow = z.output<typeof cause>

/** All causes, the open ones first, then the newest. */
export const listCauses = (db: Database): Promise<CauseRow[]> =>
  findReadableRows(db, cause, 'causes')`
    select c.id, c.title, c.slug, c.text, c.picture_id as picture, c.goal_cents as goal, c.state,
           coalesce((select sum(p.amount) from cause_payouts as p where p.cause = c.id and p.state = 'approved'
                         and not exists (select from cause_payout_reversals as r
                                          where r.payout = p.id and r.state = 'approved')), 0) as paid_out
      from causes as c where c.deleted_at is null order by c.state, c.id desc`

const causeTitle = z.object({ id: z.number(), title: z.string() })

/** The titles of all causes, also of those in the trash, which may still have money. */
export const listCauseTitles = (db: Database) =>
  findRows(db, causeTitle)`select id, title from causes`

/**
 * The title and state of a cause; null if there is no such cause. The row is locked, so the cause can't be deleted or
 * changed until the transaction ends.
 */
export const lockCause = (db: Database, id: number) =>
  findRow(db, z.object({ title: z.string(), state: causeState }))`
    select title, state from causes where id = ${id} and deleted_at is null for update`

export const hasPayouts = (db: Database, causeId: number): Promise<boolean> =>
  hasRow(db)`select from cause_payouts where cause = ${causeId} and state <> 'refused'`

/** Whether a cause has this slug. Causes in the trash count too. */
export const isSlugTaken = (db: Database, slug: string): Promise<boolean> =>
  hasRow(db)`select from causes where slug = ${slug}`

const pictureUse = z.object({ picture: z.number(), id: z.number(), title: z.string() })

/** The causes whose picture is one of `mediaIds`. */
export const findPicturesOfCauses = (db: Database, mediaIds: string) =>
  findRows(db, pictureUse)`
    select picture_id as picture, id, title from causes
     where picture_id = any(${mediaIds}::int[]) and deleted_at is null order by id`

/** The payouts whose receipt is one of `mediaIds`. */
export const findReceipts = (db: Database, mediaIds: string) =>
  findRows(db, pictureUse)`
    select receipt as picture, id, note as title from cause_payouts
     where receipt = any(${mediaIds}::int[]) and state <> 'refused' order by id`
