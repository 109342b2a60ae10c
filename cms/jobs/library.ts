import { Logger } from 'graphile-worker'
import pg from 'pg'
import { log } from '../log.ts'

/** The library's log. It tells of failed jobs with their parameters; the engine does that without. */
export const libraryLogger = new Logger(() => (level, message) => {
  if (level === 'warning' || (level === 'error' && !message.startsWith('Failed task'))) {
    log.debug({ level }, message)
  }
})

/**
 * The engine's own connections, few of them: it must fetch and complete jobs also while requests and
 * jobs use up those of the program. A lost one is replaced at the next query.
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
