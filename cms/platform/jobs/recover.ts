import { type Database, sql, textList } from '../database/query.ts'

/** Class of the advisory locks that show which processes are alive; see `createPresence`. */
export const processLocks = 7_262_031

/** The number of a process's lock, from the name under which it locks jobs. */
export async function findLockNumber(db: Database, name: string): Promise<number> {
  const { rows } = await db.execute(sql`select hashtext(${name}) as number`)
  return Number(rows[0]?.number)
}

type LostJob = { id: string; attempts: number; locked_by: string }

/**
 * Releases the jobs of processes that have ended, so that other processes run them at once. graphile-worker
 * itself waits four hours. A run that was cut off does not count as an attempt.
 * @param db a transaction, so that no other process fetches a released job before its attempt is subtracted. Its
 *   connection must hold none of the processes' locks
 * @param own.name the name under which this process locks jobs
 * @param own.known ids of the jobs that this process fetched and has not finished
 * @returns how many jobs were released, and whether this process has locked jobs that it does not know. This
 *   happens if the database was lost between the commit of a fetch and its reply. Such jobs stay locked while
 *   the process runs
 */
export async function recoverJobs(
  db: Database,
  { name, known }: { name: string; known: Iterable<string> },
): Promise<{ released: number; hasUnknown: boolean }> {
  // Jobs that were locked a moment ago are not released. A new process may have locked its first jobs before it has
  // taken its own lock, and the reply to a fetch may not have arrived yet.
  const { rows } = await db.execute(sql`
    with working as materialized (
      select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '2 seconds'),
    gone as materialized (
      select locked_by from working
       where pg_try_advisory_xact_lock(${processLocks}, hashtext(locked_by)))
    select id::text, attempts, locked_by from graphile_worker.jobs
     where locked_by in (select locked_by from gone)
        or (locked_by = ${name} and locked_at < now() - interval '10 seconds'
            and not id = any(${`{${[...known].join()}}`}::bigint[]))`)
  const found = rows as LostJob[]
  const lost = found.filter(({ locked_by }) => locked_by !== name)
  const hasUnknown = lost.length < found.length
  if (!lost.length) return { released: 0, hasUnknown }
  const workers = [...new Set(lost.map((job) => job.locked_by))]
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array${textList(workers)})`)
  await db.execute(sql`
    select (select max(id) from graphile_worker.reschedule_jobs(
             array[lost.id], attempts => greatest(lost.attempts - 1, 0)))
      from jsonb_to_recordset(${JSON.stringify(lost)}::jsonb) as lost (id bigint, attempts int)`)
  return { released: lost.length, hasUnknown }
}
