import type { Database } from '../../../platform/database/query.ts'
import type { PersonalDataOwner } from '../../../platform/feature.ts'
import { devicesWithUserAgent, sessionsWithUserAgent } from '../devices/devices.ts'
import { passkeysOf } from '../passkeys/own-passkeys.ts'
import { deleteCodesTo } from '../queries/codes.ts'
import { deleteMember, findJoinDetails } from '../queries/members.ts'
import { findProfile } from './profile.ts'

/** The sections of the data download that this feature owns; no secrets. */
export const exportMember = async (db: Database, { id }: PersonalDataOwner) => ({
  profile: { ...(await findProfile(db, id)), ...(await findJoinDetails(db, id)) },
  passkeys: (await passkeysOf(db, id)).passkeys,
  sessions: await sessionsWithUserAgent(db, id),
  devices: await devicesWithUserAgent(db, id),
})

/** Deletes an account with its codes, sessions, devices and passkeys. */
export async function eraseMember(db: Database, { id, email }: PersonalDataOwner): Promise<void> {
  await deleteCodesTo(db, [email])
  await deleteMember(db, id)
}
