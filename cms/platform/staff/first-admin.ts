import { createHmac } from 'node:crypto'
import type { Payload, PayloadRequest } from 'payload'
import { isEqualHmac } from '../crypto/hmac.ts'
import { hashPassword } from '../crypto/passwords.ts'
import { withLock } from '../database/lock.ts'
import { databaseOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { databaseUrl } from '../database/url.ts'
import { HttpError } from '../http/errors.ts'
import { hasStaffAccount, storePassword } from './queries.ts'
import { firstAdminLinkMs } from './rules.ts'
import { signIn } from './sign-in.ts'

/** Whether there is a staff account. */
export const hasStaff = (payload: Payload): Promise<boolean> => hasStaffAccount(databaseOf(payload))

const hmacOf = (secret: string, expiry: string) =>
  createHmac('sha256', secret).update(`first admin until ${expiry}`).digest('hex')

/**
 * A token of the link that creates the first admin. It is derived from the secret, so every process
 * accepts it. It is valid for a day at most, and only while there is no staff account.
 */
export function firstAdminToken(secret: string): string {
  const expiry = (Date.now() + firstAdminLinkMs).toString(36)
  return `${expiry}-${hmacOf(secret, expiry)}`
}

/** @returns `wrong` if the token was not created with the secret, `expired` if it is too old */
export function checkFirstAdminToken(given: string, secret: string): 'valid' | 'wrong' | 'expired' {
  const [expiry = '', signature = ''] = given.split('-')
  if (!isEqualHmac(signature, hmacOf(secret, expiry))) return 'wrong'
  return Number.parseInt(expiry, 36) > Date.now() ? 'valid' : 'expired'
}

/**
 * Creates the first admin and signs them in.
 * @returns the Set-Cookie headers of the session
 * @throws HttpError `forbidden` for a wrong or expired token, `conflict` if there is a staff account already
 */
export async function createFirstAdmin(
  req: PayloadRequest,
  secret: string,
  given: { token: string; name: string; email: string; password: string },
): Promise<string[]> {
  const { payload } = req
  const { token, ...person } = given
  if (checkFirstAdminToken(token, secret) !== 'valid') {
    throw new HttpError('forbidden', 'This link is not valid. Use the one the server printed last.')
  }
  // The link may be used twice at the same time, in two processes.
  await withLock(databaseUrl(), 'firstAdmin', async () => {
    if (await hasStaff(payload)) {
      throw new HttpError('conflict', 'The first admin was made already. Please sign in.')
    }
    const stored = await hashPassword(person.password)
    await inTransaction(req, async (db) => {
      const data = { name: person.name, email: person.email, role: 'admin' as const }
      const { id } = await payload.create({ collection: 'users', data, req })
      await storePassword(db, id, stored)
    })
  })
  return (await signIn(req, person)).cookies
}
