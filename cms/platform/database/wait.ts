import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { log } from '../runtime/log/log.ts'

const timeoutMs = 60_000
const retryMs = 1000

/**
 * Waits until the database accepts connections. With Docker Compose, the program often starts before the
 * database.
 * @throws Error of the last attempt, after a minute
 */
export async function waitForDatabase(url: string): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      log.warn({ err: error }, 'the database is not available yet')
      await sleep(retryMs)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
