import type { Payload } from 'payload'
import { env } from '../runtime/env.ts'
import { checkFirstAdminToken, hasStaff } from './first-admin.ts'

/**
 * What the page behind the first admin's link shows.
 * - `open`: the form
 * - `missing`: the URL has no token
 * - `wrong`: the token was not created with the secret
 * - `expired`: the link was printed more than a day ago
 * - `used`: there is a staff account already; the token is not checked
 */
export async function checkFirstAdminLink(
  payload: Payload,
  token: string | undefined,
): Promise<'open' | 'missing' | 'wrong' | 'expired' | 'used'> {
  if (await hasStaff(payload)) return 'used'
  if (!token) return 'missing'
  const found = checkFirstAdminToken(token, env().SECRET)
  return found === 'valid' ? 'open' : found
}
