import { getPayload } from 'payload'
import config from '../../payload.config.ts'
import { env } from '../env.ts'
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
  token: string | undefined,
): Promise<'open' | 'missing' | 'wrong' | 'expired' | 'used'> {
  if (await hasStaff(await getPayload({ config }))) return 'used'
  if (!token) return 'missing'
  const found = checkFirstAdminToken(token, env().SECRET)
  return found === 'valid' ? 'open' : found
}
