import pg from 'pg'
import { onDatabase } from './database.ts'
import { type ServerProcess, startServerProcess } from './server.ts'
import { waitUntil } from './wait-until.ts'

/** Where a process can be made to wait, in the middle of a statement: `insert` or `update`, the table, a condition. */
export type FaultPoints<Point extends string> = Record<Point, readonly [string, string, string]>

const lockKey = 4711
const waitingStatements = `select from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and wait_event = 'advisory'`

/** Starts a server that `killAt` kills at a point, and starts again. */
export async function startWithFaultPoints<Point extends string>(
  env: Record<string, string> & { DATABASE_URL: string },
  points: FaultPoints<Point>,
) {
  const url = env.DATABASE_URL
  const waiting = () => onDatabase(url, (query) => query(waitingStatements))
  await onDatabase(url, async (query) => {
    await query('create table fault_points (point text)')
    for (const [point, fault] of Object.entries(points)) {
      const [event, table, condition] = fault as FaultPoints<Point>[Point]
      await query(`
        create function fault_${point}() returns trigger as $fault$
        begin
          if exists (select from fault_points where point = '${point}') then
            perform pg_advisory_xact_lock(${lockKey});
          end if;
          return new;
        end $fault$ language plpgsql`)
      await query(`create trigger fault_${point} before ${event} on ${table} for each row
                     when (${condition}) execute function fault_${point}()`)
    }
  })
  let server: ServerProcess = await startServerProcess(env)
  return {
    /** The process that runs now. */
    server: () => server,
    /** Does something, kills the process as soon as it is at the point, and starts it again. */
    async killAt(point: Point, work: () => Promise<unknown>): Promise<void> {
      const blocker = new pg.Client({ connectionString: url })
      await blocker.connect()
      try {
        await blocker.query('select pg_advisory_lock($1)', [lockKey])
        await blocker.query('insert into fault_points values ($1)', [point])
        const lost = work().catch(() => null)
        await waitUntil(waiting, ({ length }) => length > 0)
        await server.stop('SIGKILL')
        await lost
        await blocker.query('delete from fault_points')
      } finally {
        // Statements of the killed process go on, and find nobody to tell.
        await blocker.end()
      }
      await waitUntil(waiting, ({ length }) => length === 0)
      server = await startServerProcess(env)
    },
    stop: () => server.stop(),
  }
}
