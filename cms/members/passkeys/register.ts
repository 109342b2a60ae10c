import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { databaseOf } from '../../database/sql.ts'
import { inTransaction } from '../../database/transaction.ts'
import { cleanLine } from '../../http/clean-text.ts'
import { isActiveSubscriber } from '../../newsletter/details.ts'
import { findVenue } from '../../venue/service.ts'
import { findMember } from '../access.ts'
import { browserOf, knownBrowser } from '../cookies.ts'
import { refusal } from '../errors.ts'
import { tellMember } from '../mails.ts'
import { keepChallenge, takeChallenge } from '../queries/challenges.ts'
import { memberById } from '../queries/members.ts'
import { findHandle, makeHandle } from '../queries/passkey-handles.ts'
import { isUnattested } from './attestation.ts'
import { ceremonyTypes, readClientData } from './client-data.ts'
import type {
  RegisterOptionsReply,
  RegisterVerifyReply,
  registerOptionsRequest,
  registerVerifyRequest,
} from './contract.ts'
import { keepPasskey, type NewPasskey, whatStays } from './keep.ts'
import { countCeremony } from './limits.ts'
import { isOwn } from './ownership.ts'
import { providerOf } from './providers.ts'
import { passkeyRefusal, unverified } from './refusals.ts'
import { relyingParty, requireContext } from './relying-party.ts'
import { challengeMs, mostPasskeys } from './rules.ts'

/**
 * Begins a registration.
 * @returns what the browser makes the passkey with, under the handle it gets: the one that was sent,
 *   where that is nobody’s or the asker’s own, else a new one
 * @throws HttpError `too_many_passkeys`
 */
export async function registerOptions(
  req: PayloadRequest,
  asked: z.output<typeof registerOptionsRequest>,
): Promise<{ body: RegisterOptionsReply; cookie: string }> {
  requireContext(asked)
  await countCeremony(req)
  const db = databaseOf(req.payload)
  const member = await findMember(req)
  const { browser, cookie } = knownBrowser(req)
  const sent = asked.userHandle ? await findHandle(db, asked.userHandle) : null
  const own =
    sent && (await isOwn(db, sent, { browser, signedIn: member?.id ?? null })) ? sent : null
  const handle = asked.userHandle && (own || !sent) ? asked.userHandle : makeHandle()
  const { stays } = await whatStays(db, { own, browser, member: member?.id ?? null })
  if (stays.length >= mostPasskeys) throw passkeyRefusal('too_many_passkeys')

  const { productName } = await findVenue(req.payload)
  const shown = cleanLine(asked.displayName ?? '').slice(0, 64)
  const options = await generateRegistrationOptions({
    rpName: productName,
    rpID: relyingParty().rpId,
    userName: member?.email ?? (shown || productName),
    userDisplayName: shown || member?.name || productName,
    userID: new Uint8Array(Buffer.from(handle, 'base64url')),
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: stays,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(db, options.challenge, {
    ceremony: 'register',
    browser,
    handle,
    member: member?.id ?? null,
    own: own?.id ?? null,
    owner: own?.member ?? null,
  })
  // Face, finger or PIN of the device one holds comes first; others can still be chosen.
  return { body: { options: { ...options, hints: ['client-device'] }, userHandle: handle }, cookie }
}

/**
 * Ends a registration: keeps the passkey, and only now drops those it takes the place of. A member who
 * is signed in has it linked at once, and whoever’s passkeys it replaces is told of each.
 * @throws HttpError `verification_failed`, `invalid_state`, `too_many_passkeys`, `signed_out`
 */
export async function registerVerify(
  req: PayloadRequest,
  asked: z.output<typeof registerVerifyRequest>,
): Promise<RegisterVerifyReply> {
  requireContext(asked)
  const browser = browserOf(req)
  const { challenge, isOurs } = readClientData(asked.attResp.response.clientDataJSON)
  const begun =
    browser &&
    (await takeChallenge(databaseOf(req.payload), challenge, { ceremony: 'register', browser }))
  if (!begun) throw unverified('verification_failed', 'challenge')
  if (!isOurs) throw unverified('verification_failed', 'origin')
  if (begun.handle !== asked.userHandle) throw unverified('verification_failed', 'handle')
  const made = await verified(asked.attResp, challenge)
  const signedIn = await findMember(req)
  if (begun.member !== null && signedIn?.id !== begun.member) throw refusal('signed_out')
  const venue = await findVenue(req.payload)
  return inTransaction(req, async (db) => {
    const { handle, dropped } = await keepPasskey(db, {
      name: asked.userHandle,
      begun,
      made,
      session: signedIn?.session ?? null,
    })
    const owner = handle.member === null ? null : await memberById(db, handle.member)
    if (owner) {
      const detail = providerOf(made.aaguid)
      await tellMember(req, venue, owner, { what: 'passkey_added', detail })
      for (const name of dropped) {
        await tellMember(req, venue, owner, { what: 'passkey_removed', detail: name })
      }
    }
    const opens = owner !== null && (await isActiveSubscriber(db, owner.email))
    return { verified: true, userHandle: handle.handle, requiresLinking: !opens }
  })
}

async function verified(
  attResp: z.output<typeof registerVerifyRequest>['attResp'],
  challenge: string,
): Promise<NewPasskey> {
  const { rpId, origins } = relyingParty()
  const { response, ...rest } = attResp
  const { transports, ...others } = response
  if (!isUnattested(others.attestationObject)) throw unverified('verification_failed', 'response')
  const result = await verifyRegistrationResponse({
    response: { ...rest, response: { ...others, ...(transports && { transports }) } },
    expectedChallenge: challenge,
    expectedType: ceremonyTypes.register,
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw unverified('verification_failed', 'response', cause)
  })
  if (!result.verified) throw unverified('verification_failed', 'response')
  return result.registrationInfo
}
