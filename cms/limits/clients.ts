import type { PayloadRequest } from 'payload'
import { hexHmac } from '../crypto/hmac.ts'
import { env } from '../env.ts'
import { clientHeader } from '../http/client-address.ts'
import { type Limit, takeTry } from './service.ts'

/**
 * Under what name the tries of a client are kept: nobody is to find out whom they are of.
 * @param name what is tried
 * @returns null where no client asks, but the program itself
 */
export function clientKey({ headers }: { headers: Headers }, name: string): string | null {
  const client = headers.get(clientHeader)
  if (!client) return null
  return `${name} from ${hexHmac(client, { purpose: 'client', secret: env().SECRET, length: 32 })}`
}

/**
 * Counts one try of the client that asks.
 * @returns for how many seconds no more are made, null where this one may be
 */
export async function takeClientTry(
  req: PayloadRequest,
  name: string,
  limit: Limit,
): Promise<{ retryAfterSeconds: number | null }> {
  const key = clientKey(req, name)
  return key ? takeTry(req.payload, key, limit) : { retryAfterSeconds: null }
}
