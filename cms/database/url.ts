import { env } from '../env.ts'
import { processState } from '../process-state.ts'

const embedded = processState<{ url?: string }>('embedded database', () => ({}))

/** Sets the URL of the embedded PostgreSQL. Must be called before the first connection. */
export function useDatabase(url: string): void {
  embedded.url = url
}

/** The database of this process: `DATABASE_URL` or the embedded one; empty if there is none yet. */
export function databaseUrl(): string {
  return env().DATABASE_URL ?? embedded.url ?? ''
}
