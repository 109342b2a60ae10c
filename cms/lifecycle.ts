import type { Application } from './application.ts'
import { log } from './log.ts'

/**
 * Starts the application and keeps it until the process is told to end (SIGTERM, Ctrl+C). Then the
 * requests in flight are answered, the database is stopped, and the process exits with 0.
 */
export async function runUntilStopped(start: () => Promise<Application>): Promise<void> {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  const starting = start()
  const stop = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping')
    // Told to end while it starts, it finishes starting: a database half begun is not left behind.
    starting
      .then((application) => application.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly')
          process.exit(1)
        },
      )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  await starting.catch((error: unknown) => {
    log.fatal({ err: error }, 'could not start')
    process.exit(1)
  })
}
