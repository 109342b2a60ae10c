import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { Payload, PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../../database/query.ts'
import { type Fail, readClientData } from '../../webauthn/client-data.ts'
import type { AssertionResponse } from '../../webauthn/contract.ts'
import { relyingParty } from '../../webauthn/relying-party.ts'
import { challengeLifetimeMs } from '../../webauthn/rules.ts'
import { type PasskeyUse, verifyAuthentication } from '../../webauthn/verify-authentication.ts'
import { staffError } from '../errors.ts'
import {
  type ChallengeContext,
  findPasskey,
  listPasskeys,
  recordUse,
  type StoredPasskey,
  saveChallenge,
  takeChallenge,
} from './queries.ts'

/** The error for a ceremony that could not be verified. */
export const verificationError: Fail = (details, cause) =>
  staffError('passkey_refused', {
    replyFields: { details },
    cause,
    securityEvent: 'staff_sign_in_failed',
  })

/**
 * The options of an assertion, with a new challenge.
 * @param user only passkeys of this account are allowed; null allows all passkeys
 */
export async function createAssertionOptions(
  db: Database,
  context: ChallengeContext,
  user: number | null,
) {
  const allowed = user === null ? undefined : await listPasskeys(db, user)
  const options = await generateAuthenticationOptions({
    rpID: relyingParty().rpId,
    timeout: challengeLifetimeMs,
    userVerification: 'required',
    ...(allowed && {
      allowCredentials: allowed.map(({ credential: id, transports }) => ({ id, transports })),
    }),
  })
  await saveChallenge(db, options.challenge, context)
  return options
}

/** A verified assertion: the passkey, and what its authenticator reported. */
export type StaffAssertion = { passkey: StoredPasskey; use: PasskeyUse }

/**
 * Verifies an assertion and deletes its challenge. The caller has to record the use with `recordUseOrThrow`.
 * @throws HttpError `forbidden`
 */
export async function verifyAssertion(
  { payload }: PayloadRequest,
  context: ChallengeContext,
  given: AssertionResponse,
): Promise<StaffAssertion> {
  const db = databaseOf(payload)
  const { challenge, isOwnOrigin } = readClientData(
    given.response.clientDataJSON,
    verificationError,
  )
  if (!(await takeChallenge(db, challenge, context))) throw verificationError('challenge')
  if (!isOwnOrigin) throw verificationError('origin')
  const passkey = await findPasskey(db, given.id)
  if (!passkey) throw staffError('passkey_unknown', { securityEvent: 'staff_sign_in_failed' })
  const { userHandle } = given.response
  if (userHandle && userHandle !== passkey.userHandle) throw verificationError('handle')
  const use = await verifyAuthentication(given, challenge, passkey, verificationError)
  return { passkey, use }
}

/**
 * Records the use of a passkey, in the transaction of the change that it authorises.
 * @throws HttpError `forbidden` if its counter did not rise, or the passkey was removed meanwhile
 */
export async function recordUseOrThrow(
  db: Database,
  { passkey, use }: StaffAssertion,
): Promise<void> {
  if (!(await recordUse(db, passkey.id, use))) throw verificationError('counter')
}

/** Whether a credential id belongs to a staff passkey. Browsers offer these on members' pages too. */
export const isStaffPasskey = async (payload: Payload, credential: string): Promise<boolean> =>
  (await findPasskey(databaseOf(payload), credential)) !== null
