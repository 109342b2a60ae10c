import { log } from '../platform/runtime/log/log.ts'
import { startProblem } from '../platform/runtime/start-error.ts'
import type { Application } from './application.ts'

// A supervisor kills the process some time after SIGTERM. Docker waits ten seconds.
const stopTimeoutMs = 9500

/**
 * Runs the application until SIGTERM or Ctrl+C. The process then answers the requests in flight, stops the database
 * and exits with 0.
 */
export async function runUntilStopped(start: () => Promise<Application>): Promise<void> {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  const starting = start()
  const stop = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('could not stop in time')
      process.exit(1)
    }, stopTimeoutMs).unref()
    // A signal during the start takes effect after the start, which may wait for the database.
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
  stopWithNpm()
  await starting.catch((error: unknown) => {
    const problem = startProblem(error)
    if (problem === null) log.fatal({ err: error }, 'could not start')
    else console.error(problem)
    process.exit(1)
  })
}

const npmCheckMs = 1000

/** Stops the program if its parent `npm start` was killed with SIGKILL. npm forwards all other signals. */
function stopWithNpm(): void {
  if (process.env.npm_lifecycle_event !== 'start') return
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, npmCheckMs)
  timer.unref()
}
