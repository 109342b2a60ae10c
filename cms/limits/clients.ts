import type { PayloadRequest } from 'payload'
import { hexHmac } from '../crypto/hmac.ts'
import { databaseOf } from '../database/query.ts'
import { env } from '../env.ts'
import type { RateLimit } from './rules.ts'
import { countAttempt } from './service.ts'

/** Passes the client's address block to endpoints. The listener overwrites what a client sends. */
export const clientHeader = 'x-common-room-client'

/**
 * The key under which a client's attempts are counted. It holds a keyed hash of the address.
 * @param name what is counted
 * @returns null for requests that the program makes itself
 */
export function clientKey({ headers }: { headers: Headers }, name: string): string | null {
  const client = headers.get(clientHeader)
  if (!client) return null
  return `${name} from ${hexHmac(client, { purpose: 'client', secret: env().SECRET, length: 32 })}`
}

/**
 * Counts an attempt of the client that sent a request.
 * @returns seconds until the next attempt is allowed; null if this one is
 */
export async function countClientAttempt(
  req: PayloadRequest,
  name: string,
  limit: RateLimit,
): Promise<number | null> {
  const key = clientKey(req, name)
  if (!key) return null
  return (await countAttempt(databaseOf(req.payload), key, limit)).retryAfterSeconds
}
