import type { Application } from './application.ts'
import { log } from './log.ts'
import { StartError } from './start-error.ts'

// Systems that send SIGTERM end the process soon after: Docker after ten seconds.
const stopWithinMs = 9500

/**
 * Runs the application until SIGTERM or Ctrl+C. Then answers the requests in flight, stops the database
 * and exits with 0.
 */
export async function runUntilStopped(start: () => Promise<Application>): Promise<void> {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  const starting = start()
  const stop = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping')
    // A signal during the start waits for its end, so no half-initialised database is left behind.
    starting
      .then((application) => {
        setTimeout(() => {
          log.error('could not stop in time')
          process.exit(1)
        }, stopWithinMs).unref()
        return application.stop()
      })
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
    if (error instanceof StartError) console.error(error.message)
    else log.fatal({ err: error }, 'could not start')
    process.exit(1)
  })
}
