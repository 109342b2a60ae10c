import { getPayload, type Payload } from 'payload'
import type pg from 'pg'
import { dropCachedReads } from '../../cms/platform/database/cached-read.ts'
import { readEnv } from '../../cms/platform/runtime/env.ts'
import config from '../../payload.config.ts'
import { endConnections, trackConnections } from './connections.ts'

trackConnections()

/**
 * Starts Payload in this process on a database, without the program's jobs and its server.
 * @param settings environment variables that the program reads after its code is loaded
 */
export async function startPayload(
  url: string,
  settings: Record<string, string> = {},
): Promise<Payload> {
  const savedEnvironment = { ...process.env }
  Object.assign(process.env, { DATABASE_URL: url, ...settings })
  readEnv()
  // Restores the environment, because other tests use this process too.
  for (const name of ['DATABASE_URL', ...Object.keys(settings)]) delete process.env[name]
  Object.assign(process.env, savedEnvironment)
  dropCachedReads()
  return getPayload({ config, key: url, disableOnInit: true })
}

/** Stops what `startPayload` has started. */
export async function stopPayload(payload: Payload | undefined): Promise<void> {
  const pool = (payload?.db as { pool?: pg.Pool } | undefined)?.pool
  const database = pool && new URL(pool.options.connectionString ?? '').pathname.slice(1)
  await payload?.destroy()
  if (database) await endConnections(database)
}
