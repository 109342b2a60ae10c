import { generateRegistrationOptions } from '@simplewebauthn/server'
import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { browserOf, browserWithCookie } from '../../../platform/http/cookies/browser-cookie.ts'
import { cleanLine } from '../../../platform/http/texts/clean-text.ts'
import { readClientData } from '../../../platform/webauthn/client-data.ts'
import { providerOf } from '../../../platform/webauthn/providers.ts'
import { relyingParty } from '../../../platform/webauthn/relying-party.ts'
import { challengeLifetimeMs, maxPasskeys } from '../../../platform/webauthn/rules.ts'
import {
  type RegisteredPasskey,
  verifyRegistration,
} from '../../../platform/webauthn/verify-registration.ts'
import { isActiveSubscriber } from '../../newsletter/service.ts'
import { findVenue } from '../../venue/service.ts'
import { requireProof } from '../access.ts'
import type { Caller } from '../contract.ts'
import { memberError, verificationError } from '../errors.ts'
import { queueNotice, renderNotice } from '../mails.ts'
import { saveChallenge, takeChallenge } from '../queries/challenges.ts'
import { findMemberById } from '../queries/members.ts'
import { createHandle, findHandle } from '../queries/passkey-handles.ts'
import { hasFreshAssertion } from '../queries/proofs.ts'
import type {
  RegisterOptionsReply,
  RegisterVerifyReply,
  registerOptionsRequest,
  registerVerifyRequest,
} from './contract.ts'
import { isOwnHandle } from './ownership.ts'
import { requireRelyingParty } from './require-relying-party.ts'
import { findKeptPasskeys, findReplacedNames, savePasskey } from './save-passkey.ts'

/**
 * Begins a registration.
 * @param caller who is signed in, if anyone
 * @returns the options, and the handle that the passkey gets: the sent handle if it is new or the requester's
 *   own, otherwise a new handle
 * @throws HttpError `too_many_passkeys`, `proof_required`
 */
export async function registerOptions(
  req: PayloadRequest,
  caller: Caller | null,
  request: z.output<typeof registerOptionsRequest>,
): Promise<{ body: RegisterOptionsReply; cookies: string[] }> {
  requireRelyingParty(req, request)
  if (caller) requireProof(caller)
  const db = databaseOf(req.payload)
  const { browser, cookie } = browserWithCookie(req)
  const member = caller?.id ?? null
  const sent = request.userHandle ? await findHandle(db, request.userHandle) : null
  const existing =
    sent && (await isOwnHandle(db, sent, { browser, signedIn: member })) ? sent : null
  const handle = request.userHandle && (existing || !sent) ? request.userHandle : createHandle()
  const { kept } = await findKeptPasskeys(db, { handle: existing, browser, member })
  if (kept.length >= maxPasskeys) throw memberError('too_many_passkeys')

  const { productName } = await findVenue(req.payload)
  const displayName = cleanLine(request.displayName ?? '').slice(0, 64)
  const options = await generateRegistrationOptions({
    rpName: productName,
    rpID: relyingParty().rpId,
    userName: caller?.email ?? (displayName || productName),
    userDisplayName: displayName || caller?.name || productName,
    userID: new Uint8Array(Buffer.from(handle, 'base64url')),
    timeout: challengeLifetimeMs,
    attestationType: 'none',
    excludeCredentials: kept,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await saveChallenge(db, options.challenge, {
    ceremony: 'register',
    browser,
    handle,
    member,
    handleId: existing?.id ?? null,
    handleMember: existing?.member ?? null,
  })
  return {
    // The authenticator of this device is offered first; others can still be chosen.
    body: { options: { ...options, hints: ['client-device'] }, userHandle: handle },
    cookies: [cookie],
  }
}

/**
 * Ends a registration: saves the passkey, deletes the passkeys that it replaces, and mails notices to the
 * handle's member, if there is one. The new passkey is linked to the signed-in member at once. As at the
 * beginning, a signed-in member needs a fresh proof.
 * @param caller who is signed in, if anyone
 * @throws HttpError `verification_failed`, `invalid_state`, `too_many_passkeys`, `signed_out`,
 *   `proof_required`, `ceremony_required`
 */
export async function registerVerify(
  req: PayloadRequest,
  caller: Caller | null,
  request: z.output<typeof registerVerifyRequest>,
): Promise<RegisterVerifyReply> {
  requireRelyingParty(req, request)
  const browser = browserOf(req)
  const db = databaseOf(req.payload)
  const { challenge, isOwnOrigin } = readClientData(
    request.attResp.response.clientDataJSON,
    verificationError,
  )
  const context = browser && (await takeChallenge(db, challenge, { ceremony: 'register', browser }))
  if (!context) throw verificationError('challenge')
  if (!isOwnOrigin) throw verificationError('origin')
  if (context.handle !== request.userHandle) throw verificationError('handle')
  const passkey = await verifyRegistration(request.attResp, challenge, verificationError)
  if (context.member !== null && caller?.id !== context.member) throw memberError('signed_out')
  if (caller) requireProof(caller)
  const { member, handleId, handleMember } = context
  if (
    member === null &&
    handleId !== null &&
    handleMember !== null &&
    caller?.id !== handleMember
  ) {
    // This registration was authorised by an assertion, not by a session. The assertion must still be fresh.
    if (!(await hasFreshAssertion(db, browser, handleId))) throw memberError('ceremony_required')
  }
  const owner = member ?? handleMember
  const notices =
    owner === null ? [] : await renderNotices(req, passkey, request.userHandle, context)
  return inTransaction(req, async (tx) => {
    const { handle, deleted } = await savePasskey(tx, {
      userHandle: request.userHandle,
      context,
      passkey,
      session: caller?.session ?? null,
    })
    const recipient = handle.member === null ? null : await findMemberById(tx, handle.member)
    if (recipient) {
      // The numbers differ if another request has added or removed passkeys since the notices were rendered.
      if (notices.length !== 1 + deleted) throw verificationError('handle')
      for (const notice of notices) await queueNotice(req, recipient, notice)
    }
    const canSignIn = recipient !== null && (await isActiveSubscriber(tx, recipient.email))
    return { verified: true, userHandle: handle.handle, requiresLinking: !canSignIn }
  })
}

/** Notices of the new passkey and of each one that it replaces. */
async function renderNotices(
  { payload }: PayloadRequest,
  { aaguid }: RegisteredPasskey,
  userHandle: string,
  { browser, member }: { browser: string; member: number | null },
) {
  const replaced = await findReplacedNames(databaseOf(payload), { userHandle, browser, member })
  return Promise.all([
    renderNotice(payload, { what: 'passkey_added', detail: providerOf(aaguid) }),
    ...replaced.map((detail) => renderNotice(payload, { what: 'passkey_removed', detail })),
  ])
}
