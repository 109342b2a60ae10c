import pg from 'pg'
import { log } from '../../../platform/runtime/log/log.ts'

// PostgreSQL caches the plans of prepared statements, and may make a plan while the partition of a new month is still
// empty. With these settings, such a plan stays fast when the partition grows: it uses indexes, and does not depend on
// the values of the parameters, such as the day.
const settings = `
  set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set jit = off;
  set plan_cache_mode = force_generic_plan`
const queryTimeoutMs = 10_000
const connectTimeoutMs = 5000

export type Connection = {
  /**
   * Runs work on the connection. After an error, the next call opens a new connection, because the state of the old one
   * is unknown.
   */
  use: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>
  end: () => Promise<void>
}

/**
 * A separate connection for visitors' events. So events neither wait for the connections that pages use nor occupy
 * them, and statements stay prepared. Callers must wait until a call of `use` ends before they call it again.
 * @param url returns the URL of the database; called for each attempt to connect
 */
export function createConnection(url: () => string): Connection {
  let current: pg.Client | null = null
  const connect = async () => {
    const client = new pg.Client({
      connectionString: url(),
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
      application_name: 'common-room-analytics',
    })
    client.on('error', (error) => {
      if (current === client) current = null
      log.debug({ err: error }, 'the connection for visitors’ events was lost')
    })
    try {
      await client.connect()
      await client.query(settings)
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
    return client
  }
  const discard = (client: pg.Client) => {
    if (current === client) current = null
    return client.end().catch(() => {})
  }
  return {
    use: async (work) => {
      const client = current ?? (await connect())
      current = client
      try {
        return await work(client)
      } catch (error) {
        void discard(client)
        throw error
      }
    },
    end: async () => {
      if (current) await discard(current)
    },
  }
}
