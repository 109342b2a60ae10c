import type { VerifiedRegistrationResponse } from '@simplewebauthn/server'
import type { Executor } from '../../database/sql.ts'
import { type Hold, holdNames } from '../../database/transaction.ts'
import type { Asked } from '../queries/challenges.ts'
import {
  findHandle,
  type Handle,
  isReplaced,
  keepHandle,
  linkHandle,
} from '../queries/passkey-handles.ts'
import { dropOthers, type Known, keepCredential, knownCredentials } from '../queries/passkeys.ts'
import { noteProof } from '../queries/proofs.ts'
import { endSessionsOfHandle } from '../sessions/sessions.ts'
import { passkeyRefusal, unverified } from './refusals.ts'
import { relyingParty } from './relying-party.ts'
import { mostPasskeys } from './rules.ts'

export type NewPasskey = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

type Whose = { own: Pick<Handle, 'id' | 'member'> | null; browser: string; member: number | null }

/** The passkeys that are there, without those that a new one takes the place of. */
export async function whatStays(
  db: Executor,
  { own, browser, member }: Whose,
): Promise<{ stays: Known[]; replaces: boolean }> {
  const owner = member ?? own?.member ?? null
  const all =
    owner !== null
      ? await knownCredentials(db, { member: owner })
      : own
        ? await knownCredentials(db, { handle: own.id })
        : []
  // Of a handle that is nobody’s yet nobody has shown whose the other passkeys are.
  const isTaken = own !== null && own.member === null && member !== null
  const replaces = isTaken || (own !== null && (await isReplaced(db, own.id, browser)))
  return { stays: replaces ? all.filter(({ handle }) => handle !== own.id) : all, replaces }
}

/**
 * Keeps a passkey that was verified, and only now drops those it takes the place of, with the sessions
 * that were opened with them. One of a member, or of a handle, at a time: of two that would both be the
 * tenth one is.
 * @param begun what its challenge was made for
 * @param session the one that asks, which stays
 * @param hold makes others wait; without it this race is lost
 * @returns its handle, and what the passkeys are called that its owner has no more
 * @throws HttpError `verification_failed`, `invalid_state`, `too_many_passkeys`
 */
export async function keepPasskey(
  db: Executor,
  {
    name,
    begun,
    made,
    session,
  }: { name: string; begun: Asked; made: NewPasskey; session: string | null },
  hold: Hold = holdNames,
): Promise<{ handle: Handle; dropped: (string | null)[] }> {
  const owner = begun.member ?? begun.owner
  await hold(db, [
    `passkeys of handle ${name}`,
    ...(owner === null ? [] : [`passkeys of member ${owner}`]),
  ])
  const found = await findHandle(db, name, { holds: true })
  // Somebody else has made it theirs meanwhile.
  const isSame = (found?.id ?? null) === begun.own && (found?.member ?? null) === begun.owner
  if (!isSame) throw unverified('verification_failed', 'handle')
  const { browser, member } = begun
  const { stays, replaces } = await whatStays(db, { own: found, browser, member })
  if (stays.length >= mostPasskeys) throw passkeyRefusal('too_many_passkeys')
  const handle = found ?? (await keepHandle(db, name))
  const isNew = await keepCredential(db, {
    handle: handle.id,
    key: made.credential,
    aaguid: made.aaguid,
    isMultiDevice: made.credentialDeviceType === 'multiDevice',
    isBackedUp: made.credentialBackedUp,
    rpId: relyingParty().rpId,
  })
  if (!isNew) throw unverified('invalid_state')
  const gone = replaces ? await dropOthers(db, handle.id, made.credential.id) : []
  if (replaces) await endSessionsOfHandle(db, handle.id, session)
  await noteProof(db, { browser, handle: handle.id, ceremony: 'register' })
  if (owner !== null && handle.member === null) await linkHandle(db, handle.id, owner)
  return { handle: { ...handle, member: owner }, dropped: handle.member === null ? [] : gone }
}
