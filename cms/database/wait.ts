import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { log } from '../log.ts'

const patienceMs = 60_000
const retryMs = 1000

/**
 * Waits until the database answers: beside it in a composition, the program is often there first.
 * @throws Error the last failure, when a minute has passed
 */
export async function waitForDatabase(url: string): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      log.warn({ err: error }, 'the database does not answer yet')
      await sleep(retryMs)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
