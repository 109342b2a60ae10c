import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { PayloadRequest } from 'payload'
import { lockUntilCommit } from '../../database/lock.ts'
import { databaseOf } from '../../database/query.ts'
import { inTransaction } from '../../database/transaction.ts'
import { browserOf, browserWithCookie } from '../../http/cookies/browser-cookie.ts'
import type { AssertionResponse } from '../../webauthn/contract.ts'
import { staffError } from '../errors.ts'
import { type Account, findAccount } from '../queries.ts'
import { createSession, recordAction } from '../sessions.ts'
import { deviceCookieOf } from '../sign-in.ts'
import {
  createAssertionOptions,
  recordUseOrThrow,
  verificationError,
  verifyAssertion,
} from './assertion.ts'

/** Begins a sign-in with any passkey, in this browser. */
export async function signInOptions(
  req: PayloadRequest,
): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; cookie: string }> {
  const { browser, cookie } = browserWithCookie(req)
  const context = { ceremony: 'sign_in', binding: browser } as const
  return { options: await createAssertionOptions(databaseOf(req.payload), context, null), cookie }
}

/**
 * Signs in with a passkey. The session is the same as after a sign-in with a password.
 * @returns the account and the Set-Cookie headers
 * @throws HttpError `forbidden`
 */
export async function signInWithPasskey(
  req: PayloadRequest,
  given: AssertionResponse,
): Promise<{ account: Account; cookies: string[] }> {
  const browser = browserOf(req)
  if (!browser) throw verificationError('challenge')
  const assertion = await verifyAssertion(req, { ceremony: 'sign_in', binding: browser }, given)
  const { passkey } = assertion
  return inTransaction(req, async (db) => {
    await lockUntilCommit(req, 'staff')
    const account = await findAccount(db, passkey.user)
    if (!account) throw staffError('passkey_unknown', { securityEvent: 'staff_sign_in_failed' })
    await recordUseOrThrow(db, assertion)
    const session = await createSession(req, account.id)
    await recordAction(req, 'signed_in', account, { passkey: passkey.name })
    return { account, cookies: [session, deviceCookieOf(account.email)] }
  })
}
