import { getPayload } from 'payload'
import config from '../../payload.config.ts'
import { env } from '../env.ts'
import { hasStaff, isFirstAdminToken } from './first-admin.ts'

/**
 * What the page behind the first admin's link shows.
 * - `open`: the form
 * - `missing`: no token; `wrong`: another token than the one printed
 * - `used`: there is a staff account already, whatever the token
 */
export async function findFirstVisit(
  token: string | undefined,
): Promise<'open' | 'missing' | 'wrong' | 'used'> {
  if (await hasStaff(await getPayload({ config }))) return 'used'
  if (!token) return 'missing'
  return isFirstAdminToken(token, env().SECRET) ? 'open' : 'wrong'
}
