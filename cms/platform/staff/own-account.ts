import type { PayloadRequest } from 'payload'
import { hashPassword } from '../crypto/passwords.ts'
import type { Database } from '../database/query.ts'
import type { StaffCaller } from './access.ts'
import { changeWithProof } from './change-with-proof.ts'
import type { OwnProof } from './contract.ts'
import { staffError } from './errors.ts'
import { queueNotice, renderNotice } from './notices.ts'
import {
  type Account,
  deleteLinks,
  findAccountByEmail,
  storeEmail,
  storePassword,
} from './queries.ts'
import { recordAction, replaceAllSessions } from './sessions.ts'
import { deviceCookieOf } from './sign-in.ts'

/**
 * Changes the caller's own password. All their sessions end, and this browser gets a new session.
 * @returns the Set-Cookie header of the new session
 * @throws HttpError as `changeWithProof`
 */
export const changeOwnPassword = (
  req: PayloadRequest,
  caller: StaffCaller,
  { password, ...proof }: OwnProof & { password: string },
): Promise<string> =>
  changeWithProof(req, caller, proof, async () => {
    const stored = await hashPassword(password)
    const notice = await renderNotice(req.payload, { what: 'password_changed' })
    return async (db, account, session) => {
      await storePassword(db, account.id, stored)
      await recordAction(req, 'password_changed', account)
      await queueNotice(req, account, notice)
      return endOtherAccess(db, account, session)
    }
  })

/**
 * Changes the address with which the caller signs in. All their sessions end, and this browser gets a new
 * session.
 * @returns the Set-Cookie headers of the new session and of the device cookie for the new address
 * @throws HttpError as `changeWithProof`; `conflict` if another account has the address
 */
export async function changeOwnEmail(
  req: PayloadRequest,
  caller: StaffCaller,
  { email, ...proof }: OwnProof & { email: string },
): Promise<string[]> {
  const cookie = await changeWithProof(req, caller, proof, async () => {
    const notice = await renderNotice(req.payload, { what: 'address_changed', detail: email })
    return async (db, account, session) => {
      if (account.email !== email) {
        if (await findAccountByEmail(db, email)) throw staffError('address_taken')
        await storeEmail(db, account.id, email)
        await recordAction(req, 'change', account, {
          email: { before: account.email, after: email },
        })
        await queueNotice(req, account, notice)
      }
      return endOtherAccess(db, account, session)
    }
  })
  return [cookie, deviceCookieOf(email)]
}

/**
 * Deletes the links with which a password can be set, and ends all sessions of the account. The current session is
 * replaced too, because its cookie may have been stolen.
 * @returns the Set-Cookie header of the browser's new session
 */
async function endOtherAccess(db: Database, { id }: Account, session: string): Promise<string> {
  await deleteLinks(db, id)
  return replaceAllSessions(db, id, session)
}
