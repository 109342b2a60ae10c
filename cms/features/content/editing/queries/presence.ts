import { z } from 'zod'
import { type Database, execute, findRows, sql } from '../../../../platform/database/query.ts'
import type { PresenceReply, PresenceRequest } from '../contract.ts'
import { presenceMs } from '../rules.ts'

const ago = (ms: number) => sql`now() - ${`${ms} milliseconds`}::interval`

const others = z.object({ name: z.string(), place: z.string().nullable() })

/**
 * Records the page and the open key of a tab. If the tab id belongs to another person, nothing is recorded.
 * @returns the other people on the page; a person with several open keys is returned once for each key
 */
export const upsertPresence = (
  db: Database,
  person: { id: number; name: string },
  { tab, page, place }: PresenceRequest,
): Promise<PresenceReply['others']> =>
  findRows(db, others)`
    with here as (
      insert into editing_presence (tab, user_id, name, page, place, seen_at)
      values (${tab}, ${person.id}, ${person.name}, ${page}, ${place}, now())
      on conflict (tab) do update
        set name = excluded.name, page = excluded.page, place = excluded.place, seen_at = now()
        where editing_presence.user_id = excluded.user_id
    )
    select distinct name, place from editing_presence
     where page = ${page} and user_id <> ${person.id} and seen_at > ${ago(presenceMs)}
     order by name, place`

/** Deletes tabs whose last heartbeat is older than `ms`. */
export const deleteStalePresence = (db: Database, ms: number): Promise<number> =>
  execute(db)`delete from editing_presence where seen_at < ${ago(ms)}`
