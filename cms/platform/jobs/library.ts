import { Logger } from 'graphile-worker'
import pg from 'pg'
import { log } from '../runtime/log/log.ts'

/**
 * Logs the warnings and errors of Graphile Worker at debug level. Its messages about failed jobs are left out,
 * because they contain the jobs' parameters; `runJob` logs failures without them.
 */
export const libraryLogger = new Logger(() => (level, message) => {
  if (level === 'warning' || (level === 'error' && !message.startsWith('Failed task'))) {
    log.debug({ level }, message)
  }
})

/**
 * A small pool for the job engine, which must fetch and complete jobs even while requests and jobs use all
 * connections of the program's pool. A lost connection is replaced at the next query.
 */
export function jobsPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    keepAlive: true,
    application_name: 'common-room-jobs',
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
