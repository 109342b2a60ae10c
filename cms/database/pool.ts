import type { Payload } from 'payload'

type Loses = { on: (event: 'error', listener: (error: Error) => void) => unknown }
type Pool = Loses & { on: (event: 'acquire', listener: (client: Loses) => void) => unknown }

/**
 * A connection that breaks is replaced at the next query; unheard, it would end the process. The pool
 * hears of idle ones. Of one that is in use whoever uses it hears by their query, but pg tells it as an
 * event of the connection as well, to which nobody listens meanwhile.
 */
export function whenConnectionIsLost(payload: Payload, tell: (error: Error) => void): void {
  const { pool } = payload.db as unknown as { pool: Pool }
  const heard = new WeakSet<Loses>()
  pool.on('error', tell)
  pool.on('acquire', (client) => {
    if (heard.has(client)) return
    heard.add(client)
    client.on('error', () => {})
  })
}
