import type { PayloadRequest } from 'payload'
import { env } from '../env.ts'
import { isProved } from '../staff/proof.ts'
import { hasRole } from '../staff/roles.ts'

/**
 * Whether the sender of a request may read the rows of mails whose code or link gives access to an account
 * (`hiddenFrom: 'staff'`). With a mail server these rows have no readable content, and every admin may read them.
 * Without a mail server the rows contain the code or link. An admin then needs a fresh proof, so that a stolen
 * session is not enough.
 */
export const mayReadSecretMails = async (req: PayloadRequest): Promise<boolean> =>
  hasRole(req, 'admin') && (Boolean(env().SMTP_URL) || isProved(req))
