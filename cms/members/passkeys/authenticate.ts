import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { databaseOf, type Executor } from '../../database/sql.ts'
import { inTransaction } from '../../database/transaction.ts'
import { findVenue } from '../../venue/service.ts'
import { browserOf, knownBrowser } from '../cookies.ts'
import { trustDevice } from '../devices/trust.ts'
import { refusal } from '../errors.ts'
import { keepChallenge, takeChallenge } from '../queries/challenges.ts'
import { memberById } from '../queries/members.ts'
import { holdHandle } from '../queries/passkey-handles.ts'
import {
  type Credential,
  findCredential,
  type Known,
  knownCredentials,
  noteUse,
} from '../queries/passkeys.ts'
import { noteProof } from '../queries/proofs.ts'
import { ceremonyTypes, readClientData } from './client-data.ts'
import type {
  AuthOptionsReply,
  AuthVerifyReply,
  authOptionsRequest,
  authVerifyRequest,
} from './contract.ts'
import { countCeremony } from './limits.ts'
import { unverified } from './refusals.ts'
import { relyingParty, requireContext } from './relying-party.ts'
import { challengeMs } from './rules.ts'

/**
 * Begins an authentication: with the passkeys of a handle, or with whichever the person chooses.
 * @throws HttpError `no_user_handle`, `no_credentials`, `rp_id_mismatch`
 */
export async function authOptions(
  req: PayloadRequest,
  { userHandle, discoverable, ...claimed }: z.output<typeof authOptionsRequest>,
): Promise<{ body: AuthOptionsReply; cookie: string }> {
  requireContext(claimed)
  await countCeremony(req)
  const db = databaseOf(req.payload)
  const { rpId } = relyingParty()
  const allowed = discoverable ? null : await allowedOf(db, userHandle ?? null, rpId)
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    timeout: challengeMs,
    userVerification: 'required',
    ...(allowed && { allowCredentials: allowed }),
  })
  const { browser, cookie } = knownBrowser(req)
  await keepChallenge(db, options.challenge, {
    ceremony: 'authenticate',
    browser,
    handle: allowed ? (userHandle ?? null) : null,
    member: null,
    own: null,
    owner: null,
  })
  return { body: { options }, cookie }
}

async function allowedOf(db: Executor, userHandle: string | null, rpId: string): Promise<Known[]> {
  if (!userHandle) throw unverified('no_user_handle')
  const known = await knownCredentials(db, { userHandle })
  if (!known.length) throw unverified('no_credentials')
  const here = known.filter((each) => each.rpId === rpId)
  if (!here.length) throw unverified('rp_id_mismatch')
  return here
}

/**
 * Ends an authentication. From then on the browser has a proof, good for one session and for a link,
 * and the device is trusted for the member the passkey is linked to.
 * @throws HttpError `verification_failed`, `no_credentials`, `suspended`
 */
export async function authVerify(
  req: PayloadRequest,
  asked: z.output<typeof authVerifyRequest>,
): Promise<{ body: AuthVerifyReply; cookies: string[] }> {
  requireContext(asked)
  const browser = browserOf(req)
  const db = databaseOf(req.payload)
  const { authResp } = asked
  const { challenge, isOurs } = readClientData(authResp.response.clientDataJSON)
  const begun =
    browser && (await takeChallenge(db, challenge, { ceremony: 'authenticate', browser }))
  if (!begun) throw unverified('verification_failed', 'challenge')
  if (!isOurs) throw unverified('verification_failed', 'origin')
  const credential = await findCredential(db, authResp.id)
  if (!credential) throw unverified('no_credentials')
  const { userHandle } = credential
  const named = [asked.userHandle, authResp.response.userHandle, begun.handle]
  if (named.some((each) => each && each !== userHandle)) {
    throw unverified('verification_failed', 'handle')
  }
  const use = await verified(authResp, challenge, credential)
  const venue = await findVenue(req.payload)
  return inTransaction(req, async (own) => {
    // In this order, as whoever makes a passkey in the place of others.
    await holdHandle(own, credential.handle)
    if (!(await noteUse(own, credential.id, use))) {
      throw unverified('verification_failed', 'counter')
    }
    const member = credential.member === null ? null : await memberById(own, credential.member)
    if (member?.isSuspended) throw refusal('suspended')
    await noteProof(own, { browser, handle: credential.handle, ceremony: 'authenticate' })
    const cookies = member ? [await trustDevice(own, req, venue, member)] : []
    return { body: { verified: true, userHandle, hasExistingLink: member !== null }, cookies }
  })
}

async function verified(
  { response, ...rest }: z.output<typeof authVerifyRequest>['authResp'],
  challenge: string,
  { key, isMultiDevice }: Credential,
): Promise<{ counter: number; isBackedUp: boolean }> {
  const { rpId, origins } = relyingParty()
  const { userHandle, ...others } = response
  const { verified: isVerified, authenticationInfo: info } = await verifyAuthenticationResponse({
    response: { ...rest, response: { ...others, ...(userHandle && { userHandle }) } },
    expectedChallenge: challenge,
    expectedType: ceremonyTypes.authenticate,
    expectedOrigin: origins,
    expectedRPID: rpId,
    credential: key,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw unverified('verification_failed', 'response', cause)
  })
  // WebAuthn Level 3, section 7.2: what may be backed up is decided once and for all.
  const isSameKind = (info.credentialDeviceType === 'multiDevice') === isMultiDevice
  if (!isVerified || !isSameKind) throw unverified('verification_failed', 'response')
  return { counter: info.newCounter, isBackedUp: info.credentialBackedUp }
}
