import { z } from 'zod'
import { type Database, execute, findRows, idList } from '../../../platform/database/query.ts'
import { reservationsOf } from '../../reservations/service.ts'

type Owner = { id: number; email: string }

const settings = z.object({ wants_push: z.boolean() })

export const exportSettings = async (db: Database, { id }: Owner) =>
  (await findRows(db, settings)`select wants_push from event_settings where member = ${id}`)[0] ??
  null

const feedback = z.object({ rsvp: z.number(), score: z.number(), text: z.string().nullable() })

/** The feedback of these reservations. */
export const listFeedback = (db: Database, ids: readonly number[]) =>
  findRows(db, feedback)`
    select rsvp, score, text from event_feedback where rsvp = any(${idList(ids)}::int[])`

/** Deletes the member's settings, and the texts that the member wrote. */
export async function forgetTexts(db: Database, { id, email }: Owner): Promise<void> {
  await execute(db)`
    update event_feedback set text = null
     where rsvp in (select r.id from ${reservationsOf('event')} as r where r.member = ${id} or r.email = ${email})`
  await execute(db)`delete from event_settings where member = ${id}`
}
