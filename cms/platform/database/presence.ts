import pg from 'pg'

/**
 * Shows other processes that this process is alive: it holds an advisory lock, which PostgreSQL releases as soon as
 * the process ends.
 */
export type Presence = {
  /**
   * Takes the lock, unless this presence holds it already. The lock can be lost at any time, so it does not
   * protect writes: each write must itself check that it is still allowed (fencing).
   */
  ensure: () => Promise<void>
  /** Releases the lock. */
  leave: () => Promise<void>
}

/**
 * Creates a presence, without taking its lock.
 * @param url the database that all processes share; the lock uses a separate connection
 * @param lock the two keys of the advisory lock: class and number
 * @param application name of the connection in pg_stat_activity
 */
export function createPresence(
  url: string,
  lock: readonly [number, number],
  application: string,
): Presence {
  let client: pg.Client | null = null

  const enter = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      keepAlive: true,
      application_name: application,
    })
    const lose = () => {
      if (client === fresh) client = null
    }
    fresh.on('error', lose)
    fresh.on('end', lose)
    try {
      await fresh.connect()
      // A machine that loses power does not close its connections. TCP keepalive lets PostgreSQL detect
      // this.
      await fresh.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5')
      await fresh.query('select pg_advisory_lock($1, $2)', [...lock])
    } catch (error) {
      void fresh.end().catch(() => {})
      throw error
    }
    client = fresh
  }

  return {
    ensure: async () => {
      if (!client) await enter()
    },
    leave: async () => {
      const held = client
      client = null
      await held?.end().catch(() => {})
    },
  }
}
