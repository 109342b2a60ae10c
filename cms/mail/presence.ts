import { randomInt } from 'node:crypto'
import pg from 'pg'
import { workerLocks } from './claims.ts'

/** A worker's sign of life: a lock that PostgreSQL gives back the moment the process is gone. */
export type Presence = {
  /** The worker's number, another one in each process. */
  worker: number
  /** Resolves once the lock is held, which it may not be any more: what matters is fenced. */
  ensure: () => Promise<void>
  leave: () => Promise<void>
}

/**
 * @param url the database that all processes share; the lock has a connection of its own
 */
export function createPresence(url: string): Presence {
  const worker = randomInt(1, 2 ** 31 - 1)
  let client: pg.Client | null = null

  const enter = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      keepAlive: true,
      application_name: 'common-room-mail',
    })
    const lose = () => {
      if (client === fresh) client = null
    }
    fresh.on('error', lose)
    fresh.on('end', lose)
    try {
      await fresh.connect()
      // A machine that lost its power says no goodbye: PostgreSQL asks whether it is still there.
      await fresh.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5')
      await fresh.query('select pg_advisory_lock($1, $2)', [workerLocks, worker])
    } catch (error) {
      void fresh.end().catch(() => {})
      throw error
    }
    client = fresh
  }

  return {
    worker,
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
