import { type Database, sql } from '../database/query.ts'

/** Class of the advisory locks by which processes show that they live; see `createPresence`. */
export const processLocks = 7_262_031

/** The number of a process's lock, from the name under which it locks jobs. */
export async function lockNumber(db: Database, name: string): Promise<number> {
  const { rows } = await db.execute(sql`select hashtext(${name}) as number`)
  return Number(rows[0]?.number)
}

/**
 * Whether a process locked jobs without knowing of them: the database was lost between the commit and the
 * reply. As long as the process lives, nobody else runs them.
 * @param name under which the process locks jobs
 * @param known ids of the jobs that it fetched and has not finished
 */
export async function hasUnknownJobs(
  db: Database,
  name: string,
  known: Iterable<string>,
): Promise<boolean> {
  // A reply may still be on its way.
  const { rows } = await db.execute(sql`
    select from graphile_worker.jobs
     where locked_by = ${name} and locked_at < now() - interval '10 seconds'
       and not id = any(${`{${[...known].join()}}`}::bigint[]) limit 1`)
  return rows.length > 0
}

type Lost = { id: string; attempts: number; locked_by: string }

/**
 * Releases the jobs of processes that are gone, so that others run them at once: the library itself
 * waits four hours. A run that was cut off does not count as an attempt.
 * @param db a connection that holds none of the processes' locks
 * @returns how many
 */
export async function recoverJobs(db: Database): Promise<number> {
  // Young locks are left alone: a process that starts takes its first job and its own lock together.
  const { rows } = await db.execute(sql`
    with working as materialized (
      select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '2 seconds'),
    gone as materialized (
      select locked_by from working
       where pg_try_advisory_xact_lock(${processLocks}, hashtext(locked_by)))
    select id::text, attempts, locked_by from graphile_worker.jobs
     where locked_by in (select locked_by from gone)`)
  const lost = rows as Lost[]
  if (!lost.length) return 0
  const workers = JSON.stringify([...new Set(lost.map((job) => job.locked_by))])
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(
      array(select jsonb_array_elements_text(${workers}::jsonb)))`)
  await db.execute(sql`
    select (select max(id) from graphile_worker.reschedule_jobs(
             array[lost.id], attempts => greatest(lost.attempts - 1, 0)))
      from jsonb_to_recordset(${JSON.stringify(lost)}::jsonb) as lost (id bigint, attempts int)`)
  return lost.length
}
