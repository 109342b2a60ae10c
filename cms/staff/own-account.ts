import type { PayloadRequest } from 'payload'
import { hashPassword } from '../crypto/passwords.ts'
import { lockUntilCommit } from '../database/lock.ts'
import type { Database } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import type { StaffCaller } from './access.ts'
import { staffError } from './errors.ts'
import {
  type Account,
  deleteLinks,
  deleteStaffSessions,
  findAccount,
  findAccountByEmail,
  storeEmail,
  storePassword,
} from './queries.ts'
import { sessionOf } from './session.ts'
import { recordOf } from './sessions.ts'
import { checkPassword, deviceCookieOf } from './sign-in.ts'

/**
 * Changes the caller's own password. Their other sessions end.
 * @throws HttpError as `changeWithPassword`
 */
export async function changeOwnPassword(
  req: PayloadRequest,
  caller: StaffCaller,
  given: { current_password: string; password: string },
): Promise<void> {
  await changeWithPassword(req, caller, given.current_password, async () => {
    const stored = await hashPassword(given.password)
    return async (db, account) => {
      await storePassword(db, account.id, stored)
      await recordOf(req, 'password_changed', account)
    }
  })
}

/**
 * Changes the address with which the caller signs in. Their other sessions end.
 * @returns the Set-Cookie header that marks the browser for the new address
 * @throws HttpError as `changeWithPassword`; `conflict` if another account has the address
 */
export async function changeOwnEmail(
  req: PayloadRequest,
  caller: StaffCaller,
  given: { current_password: string; email: string },
): Promise<string> {
  await changeWithPassword(req, caller, given.current_password, async () => async (db, account) => {
    if (account.email === given.email) return
    if (await findAccountByEmail(db, given.email)) throw staffError('address_taken')
    await storeEmail(db, account.id, given.email)
    const email = { before: account.email, after: given.email }
    await recordOf(req, 'change', account, { email })
  })
  return deviceCookieOf(given.email)
}

/**
 * Changes what opens an account, for somebody who knows its password. All other sessions and links of
 * the account end. Attempts are counted together with those to sign in.
 * @param prepare called once the password was found right; returns the change
 * @throws HttpError `forbidden` for a wrong password, `too_many_requests`, `unavailable`; `conflict` if
 *   the account was changed meanwhile
 */
async function changeWithPassword(
  req: PayloadRequest,
  caller: StaffCaller,
  password: string,
  prepare: () => Promise<(db: Database, account: Account) => Promise<void>>,
): Promise<void> {
  const session = await sessionOf(req.payload, req.headers)
  const checked = await checkPassword(req, String(req.user?.email), password)
  if (checked?.account.id !== caller.id || !session) throw staffError('wrong_own_password')
  const change = await prepare()
  await inTransaction(req, async (db) => {
    await lockUntilCommit(req, 'staff')
    const account = await findAccount(db, caller.id)
    if (!account || account.hash !== checked.account.hash) throw staffError('just_changed')
    await change(db, account)
    await deleteStaffSessions(db, account.id, session.tokenHash)
    await deleteLinks(db, account.id)
  })
}
