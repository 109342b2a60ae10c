import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { findConsents } from '../../newsletter/service.ts'
import type { SignedIn } from '../contract.ts'
import { devicesOf, sessionsOf } from '../devices/devices.ts'
import { passkeysOf } from '../passkeys/own-passkeys.ts'
import type { Profile } from './contract.ts'
import { findProfile } from './profile.ts'

/** The profile of the member who requests a page. @throws HttpError if they were deleted meanwhile */
export async function profileOf(payload: Payload, member: SignedIn): Promise<Profile> {
  const profile = await findProfile(databaseOf(payload), member.id)
  if (!profile) throw new HttpError('unauthorized', 'There is no such member.')
  return profile
}

/** How many passkeys and sessions a member has. */
export async function countPasskeysAndSessions(
  payload: Payload,
  { id }: SignedIn,
): Promise<{ passkeys: number; sessions: number }> {
  const db = databaseOf(payload)
  const [{ passkeys }, sessions] = [await passkeysOf(db, id), await sessionsOf(db, id)]
  return { passkeys: passkeys.length, sessions: sessions.length }
}

/** What the profile page shows. */
export async function findProfilePage(payload: Payload, member: SignedIn) {
  const db = databaseOf(payload)
  const sessions = await sessionsOf(db, member.id)
  return {
    profile: await profileOf(payload, member),
    passkeys: await passkeysOf(db, member.id),
    sessions: sessions.map((each) => ({ ...each, current: each.id === member.session })),
    devices: await devicesOf(db, member.id),
    consents: await findConsents(db, member.email),
  }
}
