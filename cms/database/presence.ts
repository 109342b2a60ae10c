import pg from 'pg'

/**
 * Shows that a process is alive: an advisory lock that PostgreSQL releases as soon as the process
 * ends.
 */
export type Presence = {
  /** Resolves once the lock is held. It can be lost at any time; writes that matter are fenced. */
  ensure: () => Promise<void>
  leave: () => Promise<void>
}

/**
 * @param url the database that all processes share; the lock has a connection of its own
 * @param lock class and number of the lock
 * @param application shown in pg_stat_activity
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
      // A machine that loses power does not close its connections, so PostgreSQL probes them (TCP
      // keepalive).
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
