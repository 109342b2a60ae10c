import { env } from '../env.ts'

let embedded: string | undefined

/** Says where the embedded PostgreSQL listens; called once, before anything connects. */
export function useDatabase(url: string): void {
  embedded = url
  // Next's bundle has its own copy of this module, in the same process.
  process.env.COMMON_ROOM_DATABASE_URL = url
}

/** The database of this process: `DATABASE_URL`, or the embedded one. Empty where neither is up. */
export function databaseUrl(): string {
  return env().DATABASE_URL ?? embedded ?? process.env.COMMON_ROOM_DATABASE_URL ?? ''
}
