import { env } from '../env.ts'

let embedded: string | undefined

/** Sets the URL of the embedded PostgreSQL. Must be called before the first connection. */
export function useDatabase(url: string): void {
  embedded = url
  // Next's bundle contains a second copy of this module. Both run in one process and share its environment.
  process.env.COMMON_ROOM_DATABASE_URL = url
}

/** The database of this process: `DATABASE_URL` or the embedded one; empty if there is none yet. */
export function databaseUrl(): string {
  return env().DATABASE_URL ?? embedded ?? process.env.COMMON_ROOM_DATABASE_URL ?? ''
}
