import type { PayloadRequest } from 'payload'
import { env } from '../env.ts'
import { isProved } from '../staff/proof.ts'
import { hasRole } from '../staff/roles.ts'

/**
 * Whether a staff member may read the rows of mails that open an account (`hiddenFrom: 'staff'`). With a
 * mail server these have no content, and admins see what became of them. Without one they have, and an
 * admin needs a fresh proof, because with a stolen session anybody could read them.
 */
export const readsSecretMails = async (req: PayloadRequest): Promise<boolean> =>
  hasRole(req, 'admin') && (Boolean(env().SMTP_URL) || isProved(req))
