import type { PayloadRequest } from 'payload'
import { hexHmac } from '../crypto/hmac.ts'
import { databaseOf } from '../database/query.ts'
import type { HttpError } from '../http/errors.ts'
import { env } from '../runtime/env.ts'
import { networksOf, providerNetworkOf } from './networks.ts'
import type { ClientLimit, RateLimit } from './rules.ts'
import { type Attempts, attemptsOf, countAttemptInLimits, undoAttempt } from './service.ts'

/** The header that passes the client's address block to endpoints. The server overwrites the value from a client. */
export const clientHeader = 'x-common-room-client'

const keyOf = (network: string, name: string) =>
  `${name} from ${hexHmac(network, { purpose: 'client', secret: env().SECRET, length: 32 })}`

/**
 * The keys under which a client's attempts are counted, each with its network's `multiple` (`networksOf`); none for
 * requests of the program itself.
 * @param name what is attempted, such as `codes tried`
 */
export const networkKeys = ({ headers }: { headers: Headers }, name: string) => {
  const client = headers.get(clientHeader)
  const networks = client ? networksOf(client) : []
  return networks.map(({ name: network, multiple }) => ({ key: keyOf(network, name), multiple }))
}

/**
 * The key under which the attempts of all clients in the network of the client's provider are counted.
 * @returns null for requests of the program itself
 */
export function providerKey({ headers }: { headers: Headers }, name: string): string | null {
  const client = headers.get(clientHeader)
  return client ? keyOf(providerNetworkOf(client), name) : null
}

/**
 * Counts an attempt for the client that sent a request, and then for each wider network of the client. The
 * limit of a wider network is a multiple of the client's limit (`networksOf`). If a network refuses the
 * attempt, the wider ones do not count it.
 * @returns `retryAfterSeconds`: null if the attempt is allowed; `count`: the attempts in the widest network
 *   that counted this one; `ofClient`: the attempts of the client itself
 */
export async function countInClientNetworks(
  req: PayloadRequest,
  name: string,
  { maxOfNetwork = Number.POSITIVE_INFINITY, ...limit }: ClientLimit,
): Promise<Attempts & { ofClient: number }> {
  const ofNetworks = networkKeys(req, name).map(({ key, multiple }) => ({
    key,
    limit: { ...limit, max: Math.min(limit.max * multiple, maxOfNetwork) },
  }))
  const { counts, ...verdict } = await countAttemptInLimits(databaseOf(req.payload), ofNetworks)
  return { ...verdict, count: counts.at(-1) ?? 0, ofClient: counts[0] ?? 0 }
}

/**
 * Counts an attempt like `countInClientNetworks`.
 * @returns null if this attempt is allowed; otherwise the seconds until an attempt is allowed
 */
export const countClientAttempt = async (
  req: PayloadRequest,
  name: string,
  limit: ClientLimit,
): Promise<number | null> => (await countInClientNetworks(req, name, limit)).retryAfterSeconds

/** Reads how many attempts of the client itself were counted, without its wider networks. Counts no attempt. */
export async function clientAttemptsOf(
  req: PayloadRequest,
  name: string,
  limit: RateLimit,
): Promise<number> {
  const [own] = networkKeys(req, name)
  return own ? (await attemptsOf(databaseOf(req.payload), own.key, limit)).count : 0
}

/** Counts an attempt like `countClientAttempt`. @throws `refusal`, with Retry-After, if it is not allowed */
export async function countClientAttemptOrThrow(
  req: PayloadRequest,
  name: string,
  limit: ClientLimit,
  refusal: HttpError,
): Promise<void> {
  const retryAfterSeconds = await countClientAttempt(req, name, limit)
  if (retryAfterSeconds !== null) throw refusal.withRetryAfter(retryAfterSeconds)
}

/** Removes an attempt that `countClientAttempt` has counted but that should not count. */
export async function undoClientAttempt(req: PayloadRequest, name: string): Promise<void> {
  for (const { key } of networkKeys(req, name)) await undoAttempt(databaseOf(req.payload), key)
}
