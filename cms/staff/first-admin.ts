import { createHmac, timingSafeEqual } from 'node:crypto'
import { generatePayloadCookie, type Payload, type PayloadRequest } from 'payload'
import { onceAtATime } from '../database/lock.ts'
import { rows, sql } from '../database/sql.ts'
import { databaseUrl } from '../database/url.ts'
import { HttpError } from '../http/errors.ts'

/** Whether anyone can sign in to the admin yet. */
export async function hasStaff(payload: Payload): Promise<boolean> {
  const [found] = await rows<{ found: boolean }>(
    payload,
    sql`select exists (select from users) as found`,
  )
  return Boolean(found?.found)
}

/**
 * The token of the one-time link that makes the first admin. It is derived from the secret, so that
 * every process prints the same, and is worth nothing once there is staff.
 */
export function firstAdminToken(secret: string): string {
  return createHmac('sha256', secret).update('first admin').digest('hex')
}

export function isFirstAdminToken(given: string, secret: string): boolean {
  const expected = Buffer.from(firstAdminToken(secret))
  const actual = Buffer.from(given)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/**
 * Makes the first admin and signs them in.
 * @returns the cookie of their session
 * @throws HttpError `forbidden` for a wrong token, `conflict` where there is staff already
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
  // Two people with the same link at the same moment: one of them is first, in every process.
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
