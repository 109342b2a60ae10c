import { createHmac, pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { APIError, type PayloadRequest } from 'payload'
import { rows, sql } from '../database/sql.ts'
import { env } from '../env.ts'
import { clientKey } from '../limits/clients.ts'
import { forgetTries, giveTryBack, type Limit, takeTry } from '../limits/service.ts'
import { deviceCookie, knownDevice } from './device.ts'

/** Wrong tries for one address, or for one browser that has signed in with it before. */
const perAddress: Limit = { most: 5, restMs: 10 * 60_000 }
/** Wrong tries of one client, whatever the addresses; a whole house may sit behind one. */
const perClient: Limit = { most: 50, restMs: 10 * 60_000 }

const hash = promisify(pbkdf2)
const addressOf = (email: string) => email.toLowerCase().trim()
const keyOf = (email: string) =>
  `sign-in ${createHmac('sha256', env().SECRET).update(email).digest('base64url')}`

type Begun = { key: string; client: string | null; failed: number }

/**
 * Before a password is looked at. The answer and its time are the same whether anybody has the
 * address or not: tries are counted for both, and for an address that nobody has as much is computed
 * as for a wrong password.
 * @throws APIError 429 with Retry-After, after 5 wrong tries in ten minutes
 */
export async function beginSignIn(req: PayloadRequest, email: string, password: string) {
  const { payload } = req
  const address = addressOf(email)
  const client = clientKey(req, 'sign-in')
  if (client) refuseWhere(req, await takeTry(payload, client, perClient))
  const device = knownDevice(req.headers, address, env().SECRET)
  const key = device ? `sign-in on ${device}` : keyOf(address)
  const { taken, retryAfterSeconds } = await takeTry(payload, key, perAddress)
  refuseWhere(req, { retryAfterSeconds })
  req.context.signIn = { key, client, failed: taken - 1 } satisfies Begun
  const known = await rows(payload, sql`select from users where email = ${address}`)
  // As Payload does for somebody it knows.
  if (!known.length) await hash(password, key, 600_000, 32, 'sha256')
}

/**
 * After the password was right: forgets the tries, and knows the browser from now on.
 * @returns how many wrong tries there were before
 */
export async function finishSignIn(req: PayloadRequest, email: string): Promise<number> {
  const begun = req.context.signIn as Begun | undefined
  delete req.context.signIn
  if (!begun) return 0
  await forgetTries(req.payload, begun.key)
  if (begun.client) await giveTryBack(req.payload, begun.client)
  const { SECRET, SITE_URL } = env()
  const cookie = deviceCookie(addressOf(email), SECRET, SITE_URL.startsWith('https:'))
  req.responseHeaders ??= new Headers()
  req.responseHeaders.append('set-cookie', cookie)
  return begun.failed
}

/** Who has chosen a new password by a link need not wait. */
export const forgetWrongTries = (req: PayloadRequest, email: string) =>
  forgetTries(req.payload, keyOf(addressOf(email)))

function refuseWhere(
  req: PayloadRequest,
  { retryAfterSeconds }: { retryAfterSeconds: number | null },
): void {
  if (retryAfterSeconds === null) return
  req.responseHeaders ??= new Headers()
  req.responseHeaders.set('retry-after', String(retryAfterSeconds))
  throw new APIError(
    'Too many wrong tries. Wait ten minutes, or use a browser on which you have signed in before.',
    429,
    undefined,
    true,
  )
}
