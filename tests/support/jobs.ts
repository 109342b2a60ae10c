import { onDatabase, type Query, retryDeadlocks } from './database.ts'
import { waitUntil } from './wait-until.ts'

/** Runs the jobs of scheduled changes and letters whose time a test has moved to the past. */
export const runDue = (url: string) =>
  onDatabase(url, async (query) => {
    // A worker may change the same jobs in another order at the same time, which causes a deadlock.
    await retryDeadlocks(() => addDue(query))
    await query(`select pg_notify('jobs:insert', '{"count": 1}')`)
  })

const addDue = (query: Query) =>
  query(
    `with due as (
         select 'editing.publish_batch' as task, 'editing.batch ' || batch as key,
                json_build_object('batch', batch) as data
           from scheduled_changes
          where state = 'waiting' and coalesce(retry_at, at) <= now() group by batch
         union all
         select 'letters.start', 'letters.start ' || id, json_build_object('letter', id)
           from letters where state = 'scheduled' and coalesce(retry_at, send_at) <= now()),
       moved as (
         update graphile_worker._private_jobs set run_at = now()
          where key in (select key from due) and locked_at is null)
       select graphile_worker.add_job(task, data, job_key => key, max_attempts => 3)
         from due where not exists (select from graphile_worker.jobs where key = due.key)
        order by key`,
  )

/** The jobs that have not ended, for the error of a test that waits for one of them. */
export const findJobs = (url: string) =>
  onDatabase(url, (query) =>
    query(`select id, key, attempts, run_at <= now() as is_due, locked_at, locked_by, last_error
             from graphile_worker.jobs order by locked_at nulls last, run_at limit 3`),
  )

/** Makes failed jobs due again at once, without back-off. */
export const retryAtOnce = (url: string) =>
  onDatabase(url, (query) =>
    query(
      `create function retry_at_once() returns trigger language plpgsql as $$
       begin new.run_at := now(); return new; end $$;
       create trigger retry_at_once before update of run_at on graphile_worker._private_jobs
         for each row when (new.last_error is not null) execute function retry_at_once()`,
    ),
  )

/** Waits until all jobs that are due have ended, such as those that the program enqueues when it starts. */
export const waitUntilNoJobIsDue = (url: string) =>
  waitUntil(
    () =>
      onDatabase(url, (query) =>
        query(`select from graphile_worker._private_jobs where run_at <= now()`),
      ),
    ({ length }) => length === 0,
  )
