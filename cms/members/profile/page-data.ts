import { getPayload } from 'payload'
import config from '../../../payload.config.ts'
import { databaseOf } from '../../database/query.ts'
import { HttpError } from '../../http/errors.ts'
import { findConsents } from '../../newsletter/service.ts'
import type { SignedIn } from '../contract.ts'
import { devicesOf, sessionsOf } from '../devices/devices.ts'
import { passkeysOf } from '../passkeys/own-passkeys.ts'
import type { Profile } from './contract.ts'
import { findProfile } from './profile.ts'

const database = async () => databaseOf(await getPayload({ config }))

/** The profile of the member who requests a page. @throws HttpError if they were deleted meanwhile */
export async function profileOf(member: SignedIn): Promise<Profile> {
  const profile = await findProfile(await database(), member.id)
  if (!profile) throw new HttpError('unauthorized', 'There is no such member.')
  return profile
}

/** How many passkeys and sessions a member has. */
export async function countPasskeysAndSessions({
  id,
}: SignedIn): Promise<{ passkeys: number; sessions: number }> {
  const db = await database()
  const [{ passkeys }, sessions] = [await passkeysOf(db, id), await sessionsOf(db, id)]
  return { passkeys: passkeys.length, sessions: sessions.length }
}

/** What the profile page shows. */
export async function findProfilePage(member: SignedIn) {
  const db = await database()
  const sessions = await sessionsOf(db, member.id)
  return {
    profile: await profileOf(member),
    passkeys: await passkeysOf(db, member.id),
    sessions: sessions.map((each) => ({ ...each, current: each.id === member.session })),
    devices: await devicesOf(db, member.id),
    consents: await findConsents(db, member.email),
  }
}
