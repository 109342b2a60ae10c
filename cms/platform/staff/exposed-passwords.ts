import { createLocalReq, type Payload } from 'payload'
import { inTransaction } from '../database/transaction.ts'
import { log } from '../runtime/log/log.ts'
import { queueNotice, renderNotice } from './notices.ts'
import { markExposedAsTold } from './queries.ts'

/**
 * Mails the owners of exposed passwords, once, that they have to choose a new one. Says in the log how an operator gets
 * a link, because without a mail server nobody reads the mail.
 */
export async function askForNewPasswords(payload: Payload): Promise<void> {
  const req = await createLocalReq({}, payload)
  const notice = await renderNotice(payload, { what: 'password_exposed' })
  const told = await inTransaction(req, async (db) => {
    const accounts = await markExposedAsTold(db)
    for (const account of accounts) await queueNotice(req, account, notice)
    return accounts
  })
  if (told.length === 0) return
  log.warn(
    { staff: told.map(({ id }) => id) },
    'the audit trail contained password hashes of these staff: they are removed, and the passwords no longer sign in. “Forgot your password?” mails a link; `npm run admin -- create ADDRESS` prints one for an admin',
  )
}
