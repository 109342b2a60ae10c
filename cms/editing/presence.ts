import type { Payload } from 'payload'
import { rows, sql } from '../database/sql.ts'
import type { PresenceReply, PresenceRequest } from './contract.ts'
import { presenceMs } from './rules.ts'

const sweepEveryMs = 60_000
let sweptAt = 0

/**
 * Notes where a tab of an editor is.
 * @returns who else was on the same page within the last `presenceMs`, each person's places once
 */
export async function notePresence(
  payload: Payload,
  person: { id: number; name: string },
  { tab, page, place }: PresenceRequest,
): Promise<PresenceReply> {
  const sweeps = Date.now() - sweptAt > sweepEveryMs
  if (sweeps) {
    sweptAt = Date.now()
    await rows(payload, sql`delete from editing_presence where seen_at < ${ago(sweepEveryMs)}`)
  }
  const others = await rows<PresenceReply['others'][number]>(
    payload,
    sql`with here as (
          insert into editing_presence (tab, user_id, name, page, place, seen_at)
          values (${tab}, ${person.id}, ${person.name}, ${page}, ${place}, now())
          on conflict (tab) do update
            set name = excluded.name, page = excluded.page, place = excluded.place, seen_at = now()
            where editing_presence.user_id = excluded.user_id
        )
        select distinct name, place from editing_presence
         where page = ${page} and user_id <> ${person.id} and seen_at > ${ago(presenceMs)}
         order by name, place`,
  )
  return { others }
}

const ago = (ms: number) => sql`now() - ${`${ms} milliseconds`}::interval`
