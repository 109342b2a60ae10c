import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import {
  browserOf,
  browserWithCookie,
  newBrowser,
} from '../../../platform/http/cookies/browser-cookie.ts'
import { isStaffPasskey } from '../../../platform/staff/passkeys/assertion.ts'
import { readClientData } from '../../../platform/webauthn/client-data.ts'
import { originsOf, relyingParty } from '../../../platform/webauthn/relying-party.ts'
import { challengeLifetimeMs } from '../../../platform/webauthn/rules.ts'
import {
  type PasskeyUse,
  verifyAuthentication,
} from '../../../platform/webauthn/verify-authentication.ts'
import { renderDeviceNotice, trustDevice } from '../devices/trust.ts'
import { ceremonyError, memberError, verificationError } from '../errors.ts'
import { type AssertionCeremony, saveChallenge, takeChallenge } from '../queries/challenges.ts'
import { findMemberById, lockMembers } from '../queries/members.ts'
import { lockHandle } from '../queries/passkey-handles.ts'
import {
  type Credential,
  type CredentialDescriptor,
  findCredential,
  listCredentials,
  recordUse,
} from '../queries/passkeys.ts'
import { savePasskeyProof } from '../queries/proofs.ts'
import type {
  AuthOptionsReply,
  AuthVerifyReply,
  authOptionsRequest,
  authVerifyRequest,
} from './contract.ts'
import { requireRelyingParty } from './require-relying-party.ts'

/**
 * Begins an authentication with the passkeys of a handle, or with any passkey that the person chooses.
 * @throws HttpError `no_user_handle`, `no_credentials`, `rp_id_mismatch`, `rp_context_changed`
 */
export async function authOptions(
  req: PayloadRequest,
  { userHandle, discoverable, ...claimed }: z.output<typeof authOptionsRequest>,
): Promise<{ body: AuthOptionsReply; cookies: string[] }> {
  requireRelyingParty(req, claimed)
  const { browser, cookie } = browserWithCookie(req)
  const options = await createAssertionOptions(databaseOf(req.payload), {
    ceremony: 'authenticate',
    browser,
    restrictedTo: discoverable ? null : { userHandle: userHandle ?? null },
  })
  return { body: { options }, cookies: [cookie] }
}

/**
 * The options of an assertion, with a new challenge.
 * @param options.restrictedTo the handle whose passkeys may be used; null for any passkey
 * @throws HttpError `no_user_handle`, `no_credentials`, `rp_id_mismatch`
 */
export async function createAssertionOptions(
  db: Database,
  {
    ceremony,
    browser,
    restrictedTo,
  }: {
    ceremony: AssertionCeremony
    browser: string
    restrictedTo: { userHandle: string | null } | null
  },
): Promise<AuthOptionsReply['options']> {
  const { rpId } = relyingParty()
  const allowed = restrictedTo && (await requireCredentials(db, restrictedTo.userHandle, rpId))
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    timeout: challengeLifetimeMs,
    userVerification: 'required',
    ...(allowed && { allowCredentials: allowed }),
  })
  await saveChallenge(db, options.challenge, {
    ceremony,
    browser,
    handle: restrictedTo?.userHandle ?? null,
    member: null,
    handleId: null,
    handleMember: null,
  })
  return options
}

async function requireCredentials(
  db: Database,
  userHandle: string | null,
  rpId: string,
): Promise<CredentialDescriptor[]> {
  if (!userHandle) throw ceremonyError('no_user_handle')
  const credentials = await listCredentials(db, { userHandle })
  if (!credentials.length) throw ceremonyError('no_credentials')
  const usable = credentials.filter((credential) => credential.rpId === rpId)
  if (!usable.length) throw ceremonyError('rp_id_mismatch')
  return usable
}

/**
 * Completes an authentication. The browser gets a proof, which it can use once: to open or confirm a session, or
 * to link the passkey to a member. If the passkey is linked already, the device becomes trusted for the passkey's
 * member, and the proof belongs to a new browser cookie, because somebody else may have a copy of the previous one.
 * @throws HttpError `verification_failed`, `no_credentials`, `staff_passkey`, `suspended`, `rp_id_mismatch`,
 *   `rp_context_changed`
 */
export async function authVerify(
  req: PayloadRequest,
  request: z.output<typeof authVerifyRequest>,
): Promise<{ body: AuthVerifyReply; cookies: string[] }> {
  requireRelyingParty(req, request)
  const { browser, credential, use } = await verifyAssertion(req, 'authenticate', request)
  const { userHandle } = credential
  const deviceNotice = await renderDeviceNotice(req, credential.member)
  return inTransaction(req, async (tx) => {
    if (!(await lockMembers(tx, [credential.member]))) throw ceremonyError('no_credentials')
    // The handle is locked before its passkey, as in `savePasskey`.
    await lockHandle(tx, credential.handle)
    if (!(await recordUse(tx, credential.id, use))) {
      throw verificationError('counter')
    }
    const member = credential.member === null ? null : await findMemberById(tx, credential.member)
    if (member?.isSuspended) throw memberError('suspended')
    const proved = { handle: credential.handle, ceremony: 'authenticate' } as const
    const reply: AuthVerifyReply = { verified: true, userHandle, hasExistingLink: member !== null }
    if (!member) {
      await savePasskeyProof(tx, { browser, ...proved })
      return { body: reply, cookies: [] }
    }
    const next = newBrowser()
    await savePasskeyProof(tx, { browser: next.browser, ...proved })
    return { body: reply, cookies: [await trustDevice(tx, req, member, deviceNotice), next.cookie] }
  })
}

/** A verified assertion: the hash of the browser's cookie, the credential, and what the authenticator reported. */
export type Assertion = {
  browser: string
  credential: Credential
  use: PasskeyUse
}

/**
 * Verifies an assertion and uses up its challenge. The caller must record the use (`recordUse`).
 * @throws HttpError `verification_failed`, `no_credentials`, `staff_passkey`
 */
export async function verifyAssertion(
  req: PayloadRequest,
  ceremony: AssertionCeremony,
  request: Pick<z.output<typeof authVerifyRequest>, 'userHandle' | 'authResp'>,
): Promise<Assertion> {
  const browser = browserOf(req)
  const db = databaseOf(req.payload)
  const { authResp } = request
  const origins = originsOf(req)
  const { challenge, isOwnOrigin } = readClientData(
    authResp.response.clientDataJSON,
    verificationError,
    origins,
  )
  const context = browser && (await takeChallenge(db, challenge, { ceremony, browser }))
  if (!context) throw verificationError('challenge')
  if (!isOwnOrigin) throw verificationError('origin')
  const credential = await findCredential(db, authResp.id)
  if (!credential) {
    const isStaff = await isStaffPasskey(req.payload, authResp.id)
    throw ceremonyError(isStaff ? 'staff_passkey' : 'no_credentials')
  }
  const claimedHandles = [request.userHandle, authResp.response.userHandle, context.handle]
  if (claimedHandles.some((claimed) => claimed && claimed !== credential.userHandle)) {
    throw verificationError('handle')
  }
  const use = await verifyAuthentication(
    authResp,
    challenge,
    credential,
    verificationError,
    origins,
  )
  return { browser, credential, use }
}
