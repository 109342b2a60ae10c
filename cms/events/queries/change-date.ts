import { z } from 'zod'
import { column, type Database, execute, requireRow } from '../../database/query.ts'
import type { EventDate, OwnValues } from '../rules.ts'

/** What was changed for a date only. */
export const findOwn = (db: Database, id: number): Promise<OwnValues> =>
  requireRow(db, column(z.custom<OwnValues>()))`select own from event_dates where id = ${id}`

/**
 * Stores the changed values of a locked date.
 * @param own all that was changed for this date only
 * @param isShown whether calendars have to show the change
 */
export const updateDate = (
  db: Database,
  date: EventDate,
  { own, isShown }: { own: OwnValues; isShown: boolean },
) =>
  execute(db)`
    update event_dates
       set own = ${JSON.stringify(own)}::jsonb, status = ${date.status}, title = ${date.title},
           summary = ${date.summary}, starts_at = ${date.startsAt.toISOString()},
           ends_at = ${date.endsAt.toISOString()}, doors_at = ${date.doorsAt?.toISOString() ?? null},
           day = ${date.day}, slot = ${date.slot}, capacity = ${date.capacity}, max_party = ${date.maxParty},
           areas = array(select jsonb_array_elements_text(${JSON.stringify(date.areas)}::jsonb)),
           sequence = sequence + ${isShown ? 1 : 0},
           changed_at = case when ${isShown} then now() else changed_at end
     where id = ${date.id}`

/** Stores a note about a guest. @returns false if the reservation was changed since `version` */
export const saveNote = async (
  db: Database,
  { rsvp, note, version }: { rsvp: number; note: string | null; version: number },
): Promise<boolean> =>
  (await execute(db)`
    update event_rsvps set note = ${note}, version = version + 1
     where id = ${rsvp} and version = ${version}`) > 0
