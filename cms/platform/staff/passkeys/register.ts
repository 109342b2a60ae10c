import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/server'
import type { PayloadRequest } from 'payload'
import { createToken } from '../../crypto/tokens.ts'
import { lockUntilCommit } from '../../database/lock.ts'
import { type Database, databaseOf } from '../../database/query.ts'
import { inTransaction } from '../../database/transaction.ts'
import { findMailBranding } from '../../mail/branding.ts'
import { readClientData } from '../../webauthn/client-data.ts'
import type { AttestationResponse } from '../../webauthn/contract.ts'
import { relyingParty } from '../../webauthn/relying-party.ts'
import { challengeLifetimeMs, maxPasskeys } from '../../webauthn/rules.ts'
import { verifyRegistration } from '../../webauthn/verify-registration.ts'
import type { StaffCaller } from '../access.ts'
import { changeWithProof } from '../change-with-proof.ts'
import type { OwnProof } from '../contract.ts'
import { staffError } from '../errors.ts'
import { queueNotice, renderNotice } from '../notices.ts'
import { findAccount } from '../queries.ts'
import { requireSession } from '../session.ts'
import { recordAction } from '../sessions.ts'
import { verificationError } from './assertion.ts'
import {
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  saveChallenge,
  takeChallenge,
} from './queries.ts'

/**
 * Begins the registration of a passkey for the caller's account. The registration has to be completed in the
 * same session.
 * @throws HttpError as `changeWithProof`; `conflict` if the account has the maximum number of passkeys
 */
export const registerOptions = (
  req: PayloadRequest,
  caller: StaffCaller,
  proof: OwnProof,
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  changeWithProof(req, caller, proof, async () => {
    const { name } = await findMailBranding(req.payload)
    return async (db, account, session) => {
      const passkeys = await listBelowMaximum(db, account.id)
      const options = await generateRegistrationOptions({
        rpName: name,
        rpID: relyingParty().rpId,
        // `(staff)` distinguishes this passkey from passkeys that the same person has as a member.
        userName: `${account.email} (staff)`,
        userDisplayName: account.name,
        userID: new Uint8Array(Buffer.from(handleOf(passkeys), 'base64url')),
        timeout: challengeLifetimeMs,
        attestationType: 'none',
        excludeCredentials: passkeys.map(({ credential: id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      await saveChallenge(db, options.challenge, {
        ceremony: 'register',
        binding: registrationBinding(session, options.user.id),
      })
      return options
    }
  })

// An account has one user handle, so that authenticators know which passkeys belong together.
const handleOf = ([newest]: PasskeyRow[]): string => newest?.user_handle ?? createToken()

// The response of a registration does not contain the user handle, so the browser sends it separately.
const registrationBinding = (session: string, userHandle: string) => `${session} ${userHandle}`

/** The passkeys of an account. @throws HttpError `conflict` if the account has the maximum number */
async function listBelowMaximum(db: Database, user: number): Promise<PasskeyRow[]> {
  const passkeys = await listPasskeys(db, user)
  if (passkeys.length >= maxPasskeys) throw staffError('too_many_passkeys')
  return passkeys
}

/**
 * Completes a registration and saves the passkey. The owner gets a notice.
 * @throws HttpError `forbidden`, `conflict`
 */
export async function registerPasskey(
  req: PayloadRequest,
  caller: StaffCaller,
  {
    name,
    user_handle,
    attestation,
  }: { name: string; user_handle: string; attestation: AttestationResponse },
): Promise<void> {
  const { tokenHash } = await requireSession(req)
  const { challenge, isOwnOrigin } = readClientData(
    attestation.response.clientDataJSON,
    verificationError,
  )
  const binding = registrationBinding(tokenHash, user_handle)
  const isChallengeValid = await takeChallenge(databaseOf(req.payload), challenge, {
    ceremony: 'register',
    binding,
  })
  if (!isChallengeValid) throw verificationError('challenge')
  if (!isOwnOrigin) throw verificationError('origin')
  const passkey = await verifyRegistration(attestation, challenge, verificationError)
  const notice = await renderNotice(req.payload, { what: 'passkey_added', detail: name })
  await inTransaction(req, async (db) => {
    await lockUntilCommit(req, 'staff')
    const account = await findAccount(db, caller.id)
    if (!account) throw staffError('just_changed')
    await listBelowMaximum(db, account.id)
    const isNew = await insertPasskey(db, {
      user: account.id,
      userHandle: user_handle,
      name,
      key: passkey.credential,
      aaguid: passkey.aaguid,
      isMultiDevice: passkey.credentialDeviceType === 'multiDevice',
      isBackedUp: passkey.credentialBackedUp,
    })
    if (!isNew) throw staffError('passkey_registered')
    await recordAction(req, 'passkey_added', account, { passkey: name })
    await queueNotice(req, account, notice)
  })
}
