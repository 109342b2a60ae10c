import type { Payload } from 'payload'

type ErrorSource = { on: (event: 'error', listener: (error: Error) => void) => unknown }
type Pool = ErrorSource & {
  on: (event: 'acquire', listener: (client: ErrorSource) => void) => unknown
}

/**
 * Handles the `error` events of pooled connections, because an unhandled event would end the process. If an
 * idle connection is lost, the pool emits the event and replaces the connection. If a connection in use is
 * lost, its query fails with the error. pg also emits an event on the connection, which is ignored here.
 * @param onLost called when an idle connection is lost
 */
export function handleConnectionErrors(payload: Payload, onLost: (error: Error) => void): void {
  const { pool } = payload.db as unknown as { pool: Pool }
  const watched = new WeakSet<ErrorSource>()
  pool.on('error', onLost)
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    client.on('error', () => {})
  })
}
