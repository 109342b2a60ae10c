import type { Payload } from 'payload'

type Pool = { on: (event: 'error', listener: (error: Error) => void) => void }

/** An idle connection that breaks is replaced at the next query; unheard, it would end the process. */
export function whenConnectionIsLost(payload: Payload, tell: (error: Error) => void): void {
  const { pool } = payload.db as unknown as { pool: Pool }
  pool.on('error', tell)
}
