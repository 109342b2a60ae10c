import { createHmac } from 'node:crypto'
import { generatePayloadCookie, type Payload, type PayloadRequest } from 'payload'
import { isEqualHmac } from '../crypto/hmac.ts'
import { onceAtATime } from '../database/lock.ts'
import { databaseOf } from '../database/query.ts'
import { databaseUrl } from '../database/url.ts'
import { HttpError } from '../http/errors.ts'
import { hasStaffAccount } from './queries.ts'

/** Whether anyone can sign in to the admin yet. */
export const hasStaff = (payload: Payload): Promise<boolean> => hasStaffAccount(databaseOf(payload))

/**
 * The token of the one-time link that creates the first admin. It is derived from the secret, so every
 * process prints the same one, and it is invalid once there is a staff account.
 */
export function firstAdminToken(secret: string): string {
  return createHmac('sha256', secret).update('first admin').digest('hex')
}

export const isFirstAdminToken = (given: string, secret: string): boolean =>
  isEqualHmac(given, firstAdminToken(secret))

/**
 * Creates the first admin and signs them in.
 * @returns the Set-Cookie header of the session
 * @throws HttpError `forbidden` for a wrong token, `conflict` if there is a staff account already
 */
export async function createFirstAdmin(
  req: PayloadRequest,
  secret: string,
  given: { token: string; name: string; email: string; password: string },
): Promise<string> {
  const { payload } = req
  const { token, ...person } = given
  if (!isFirstAdminToken(token, secret)) {
    throw new HttpError('forbidden', 'This link is not valid. Use the one the server printed.')
  }
  // The link may be used twice at the same moment, in two processes.
  await onceAtATime(databaseUrl(), 'firstAdmin', async () => {
    if (await hasStaff(payload)) {
      throw new HttpError('conflict', 'The first admin was made already. Please sign in.')
    }
    await payload.create({ collection: 'users', data: { ...person, role: 'admin' } })
  })
  const { token: session } = await payload.login({
    collection: 'users',
    data: { email: person.email, password: person.password },
    req,
  })
  return generatePayloadCookie({
    collectionAuthConfig: payload.collections.users.config.auth,
    cookiePrefix: payload.config.cookiePrefix,
    token: session ?? '',
  }) as string
}
