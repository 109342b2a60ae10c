import { env } from '../runtime/env.ts'
import { processState } from '../runtime/state.ts'

const embedded = processState<{ url?: string }>('embedded database', () => ({}))

/** Sets the URL of the embedded PostgreSQL. Must be called before the first connection. */
export function setEmbeddedUrl(url: string): void {
  embedded.url = url
}

/** The URL of the database: `DATABASE_URL`, else that of the embedded PostgreSQL; empty before it is set. */
export function databaseUrl(): string {
  return env().DATABASE_URL ?? embedded.url ?? ''
}
