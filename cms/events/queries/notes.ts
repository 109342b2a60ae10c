import { type Database, execute } from '../../database/query.ts'

/** Stores a note about a guest. @returns false if the reservation was changed since `version` */
export const saveNote = async (
  db: Database,
  { rsvp, note, version }: { rsvp: number; note: string | null; version: number },
): Promise<boolean> =>
  (await execute(db)`
    update event_rsvps set note = ${note}, version = version + 1
     where id = ${rsvp} and version = ${version}`) > 0
