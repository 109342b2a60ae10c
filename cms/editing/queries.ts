import { z } from 'zod'
import type { ContentKey } from '../content/contract.ts'
import { type Database, execute, findRows, idList, jsonRows, sql } from '../database/query.ts'
import { type PresenceReply, type PresenceRequest, scheduledActions } from './contract.ts'
import { presenceMs } from './rules.ts'

const action = z.enum(scheduledActions)
const key = { page: z.string(), section: z.string(), content_key: z.string() }

const plan = z.object({ ...key, id: z.number(), action })
/** A scheduled change that is waiting. */
export type Plan = z.output<typeof plan>
const planOfRevision = plan.extend({ revision: z.number() })
/** The same with the revision that it publishes. */
export type PlanOfRevision = z.output<typeof planOfRevision>

/** Cancels waiting changes; the caller has locked their rows. @param reason shown to staff */
export const markCancelled = (db: Database, ids: number[], reason: string | null) =>
  execute(
    db,
    sql`update scheduled_changes set state = 'cancelled', failure = ${reason}, updated_at = now()
         where id = any(${idList(ids)}::int[])`,
  )

/** The waiting changes of some keys, locked until the transaction ends. */
export const lockPlansOf = (db: Database, keys: readonly ContentKey[]): Promise<PlanOfRevision[]> =>
  findRows(
    db,
    planOfRevision,
    sql`select s.id, s.page, s.section, s.content_key, s.action::text as action,
               s.revision::int as revision
          from scheduled_changes as s
          join jsonb_to_recordset(${jsonRows(keys)})
                 as i (page text, section text, content_key text)
            on s.page = i.page and s.section = i.section and s.content_key = i.content_key
         where s.state = 'waiting' order by s.id for update of s`,
  )

const planWithTime = plan.extend({ at: z.coerce.date() })

/**
 * The next waiting change of each key.
 * @param page one page and the records of every page, or null for the whole site
 */
export const findNextPlans = (db: Database, page: string | null) =>
  findRows(
    db,
    planWithTime,
    sql`select distinct on (page, section, content_key)
               id, page, section, content_key, action::text as action, at
          from scheduled_changes
         where state = 'waiting'
           and ${page === null ? sql`true` : sql`page in (${page}, 'global')`}
         order by page, section, content_key, at, id`,
  )

/** Those of some versions that a waiting or failed change refers to. */
export async function findPlannedVersions(
  db: Database,
  isGlobal: boolean,
  versions: number[],
): Promise<number[]> {
  const found = await findRows(
    db,
    z.object({ revision: z.number() }),
    sql`select distinct revision::int as revision from scheduled_changes
         where revision = any(${idList(versions)}::int[]) and state in ('waiting', 'failed')
           and (page = 'global') = ${isGlobal}`,
  )
  return found.map(({ revision }) => revision)
}

const ago = (ms: number) => sql`now() - ${`${ms} milliseconds`}::interval`

const others = z.object({ name: z.string(), place: z.string().nullable() })

/** Records where a tab is. @returns the other people on the page, each place once */
export const upsertPresence = (
  db: Database,
  person: { id: number; name: string },
  { tab, page, place }: PresenceRequest,
): Promise<PresenceReply['others']> =>
  findRows(
    db,
    others,
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

/** Deletes tabs without a heartbeat for that long, in ms. */
export const deleteStalePresence = (db: Database, ms: number): Promise<number> =>
  execute(db, sql`delete from editing_presence where seen_at < ${ago(ms)}`)
