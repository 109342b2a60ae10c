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
  deleteStaffSessions,
  findAccountByEmail,
  storeEmail,
  storePassword,
} from './queries.ts'
import { recordOf } from './sessions.ts'
import { deviceCookieOf } from './sign-in.ts'

/**
 * Changes the caller's own password. Their other sessions end.
 * @throws HttpError as `changeWithProof`
 */
export const changeOwnPassword = (
  req: PayloadRequest,
  caller: StaffCaller,
  { password, ...proof }: OwnProof & { password: string },
): Promise<void> =>
  changeWithProof(req, caller, proof, async () => {
    const stored = await hashPassword(password)
    const notice = await renderNotice(req.payload, { what: 'password_changed' })
    return async (db, account, session) => {
      await storePassword(db, account.id, stored)
      await recordOf(req, 'password_changed', account)
      await endOtherAccess(db, account, session)
      await queueNotice(req, account, notice)
    }
  })

/**
 * Changes the address with which the caller signs in. Their other sessions end.
 * @returns the Set-Cookie header that marks the browser for the new address
 * @throws HttpError as `changeWithProof`; `conflict` if another account has the address
 */
export async function changeOwnEmail(
  req: PayloadRequest,
  caller: StaffCaller,
  { email, ...proof }: OwnProof & { email: string },
): Promise<string> {
  await changeWithProof(req, caller, proof, async () => {
    const notice = await renderNotice(req.payload, { what: 'address_changed', detail: email })
    return async (db, account, session) => {
      if (account.email !== email) {
        if (await findAccountByEmail(db, email)) throw staffError('address_taken')
        await storeEmail(db, account.id, email)
        await recordOf(req, 'change', account, { email: { before: account.email, after: email } })
        await queueNotice(req, account, notice)
      }
      await endOtherAccess(db, account, session)
    }
  })
  return deviceCookieOf(email)
}

/** Ends all other sessions and all links of an account. */
async function endOtherAccess(db: Database, { id }: Account, session: string): Promise<void> {
  await deleteStaffSessions(db, id, session)
  await deleteLinks(db, id)
}
