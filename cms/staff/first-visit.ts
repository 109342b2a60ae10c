import { getPayload } from 'payload'
import config from '../../payload.config.ts'
import { env } from '../env.ts'
import { hasStaff, isFirstAdminToken } from './first-admin.ts'

/**
 * What the link for the first admin leads to.
 * - `open`: the form
 * - `missing`, `wrong`: no link, or another one than the server printed
 * - `used`: there is staff already, whatever the link
 */
export async function findFirstVisit(
  token: string | undefined,
): Promise<'open' | 'missing' | 'wrong' | 'used'> {
  if (await hasStaff(await getPayload({ config }))) return 'used'
  if (!token) return 'missing'
  return isFirstAdminToken(token, env().SECRET) ? 'open' : 'wrong'
}
