import { z } from 'zod'
import {
  type Database,
  execute,
  findReadableRows,
  jsonRows,
} from '../../platform/database/query.ts'
import { matchKinds, maxMissingPaths, type Redirect, redirectStatuses } from './rules.ts'

const redirectRow = z.object({
  id: z.number(),
  from: z.string(),
  to: z.string(),
  match: z.enum(matchKinds),
  status: z.enum(redirectStatuses),
})
export type RedirectRow = z.output<typeof redirectRow>

/** The redirects that are not in the trash, ordered by their old path. */
export const findRedirects = (db: Database): Promise<RedirectRow[]> =>
  findReadableRows(db, redirectRow, 'redirects')`
    select id, "from", "to", match::text as match, status::text as status
      from redirects where deleted_at is null order by "from"`

/** Adds redirects. An existing redirect from the same path is replaced. */
export async function saveRedirects(db: Database, redirects: readonly Redirect[]): Promise<void> {
  await execute(db)`
    insert into redirects ("from", "to", match, status)
    select r."from", r."to", r.match::enum_redirects_match, r.status::enum_redirects_status
      from jsonb_to_recordset(${jsonRows(redirects)})
        as r ("from" text, "to" text, match text, status text)
    on conflict ("from") do update
      set "to" = excluded."to", match = excluded.match, status = excluded.status,
          updated_at = now(), deleted_at = null`
}

/**
 * Deletes the trashed redirect of a path, so that another redirect can have this path.
 * @param id the redirect that gets the path, which is not deleted; null if this redirect is new
 */
export const deleteTrashed = (db: Database, from: string, id: number | null): Promise<number> =>
  execute(db)`
    delete from redirects where "from" = ${from} and deleted_at is not null
       and id is distinct from ${id}::int`

const missingRow = z.object({
  path: z.string(),
  count: z.number(),
  first_at: z.coerce.date(),
  last_at: z.coerce.date(),
})
export type MissingPath = z.output<typeof missingRow>

/** The paths that were requested most often without success. */
export const findMissingPaths = (db: Database, limit: number): Promise<MissingPath[]> =>
  findReadableRows(db, missingRow, 'redirects')`
    select path, count, first_at, last_at from missing_paths
     order by count desc, last_at desc, path limit ${limit}`

/** Adds requests to the counts of missing paths. The rows are locked in one order to prevent deadlocks. */
export async function addMissingRequests(
  db: Database,
  counts: readonly { path: string; count: number }[],
): Promise<void> {
  await execute(db)`
    insert into missing_paths as known (path, count, first_at, last_at)
    select m.path, m.count, now(), now()
      from jsonb_to_recordset(${jsonRows(counts)}) as m (path text, count int)
     order by m.path
    on conflict (path) do update
      set count = least(known.count::bigint + excluded.count, 2147483647)::int,
          last_at = excluded.last_at`
}

/** Deletes the least requested missing paths beyond `maxMissingPaths`. */
export async function trimMissingPaths(db: Database): Promise<void> {
  await execute(db)`
    delete from missing_paths where path in (
      select path from missing_paths order by count desc, last_at desc, path
      offset ${maxMissingPaths} for update skip locked)`
}

/** Deletes missing paths. If `below` is true, the paths below a path are deleted too. */
export async function deleteMissingPaths(
  db: Database,
  paths: readonly { path: string; below: boolean }[],
): Promise<void> {
  await execute(db)`
    delete from missing_paths as known
      using jsonb_to_recordset(${jsonRows(paths)}) as gone (path text, below boolean)
     where known.path = gone.path
        or (gone.below and starts_with(known.path, gone.path || '/'))`
}
