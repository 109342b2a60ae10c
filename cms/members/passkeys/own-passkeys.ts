import type { PayloadRequest } from 'payload'
import { databaseOf, type Executor, sql } from '../../database/sql.ts'
import { holdNames, inTransaction } from '../../database/transaction.ts'
import { HttpError } from '../../http/errors.ts'
import { findVenue } from '../../venue/service.ts'
import type { SignedIn } from '../contract.ts'
import { tellMember } from '../mails.ts'
import { holdHandle } from '../queries/passkey-handles.ts'
import { endSessionsOfHandle } from '../sessions/sessions.ts'
import type { PasskeysReply } from './contract.ts'
import { providerOf } from './providers.ts'
import { relyingParty } from './relying-party.ts'
import { mostPasskeys } from './rules.ts'
import { shownPasskeys } from './shown.ts'

/** A member’s passkeys, the newest first. */
export async function passkeysOf(db: Executor, member: number): Promise<PasskeysReply> {
  const found = await shownPasskeys(db, member)
  const handles = [...new Set(found.map(({ user_handle }) => user_handle))]
  return {
    passkeys: found.map(({ passkey }) => passkey),
    most: mostPasskeys,
    accepted: handles.map((userHandle) => ({
      rpId: relyingParty().rpId,
      userHandle,
      credentials: found
        .filter(({ user_handle }) => user_handle === userHandle)
        .map(({ credential }) => credential),
    })),
  }
}

const missing = () => new HttpError('not_found', 'You have no such passkey.')

/** @throws HttpError `not_found` where it is not the member’s own */
export async function renamePasskey(
  req: PayloadRequest,
  member: SignedIn,
  { id, name }: { id: number; name: string },
): Promise<void> {
  const { rows: renamed } = await databaseOf(req.payload).execute(sql`
    update passkeys as p set name = ${name} from passkey_handles as h
     where p.id = ${id} and h.id = p.handle and h.member = ${member.id} returning p.id`)
  if (!renamed.length) throw missing()
}

/**
 * Removes a passkey: it opens nothing from now on, nor does what was opened with its handle, but for the
 * session that asks.
 * @throws HttpError `not_found` where it is not the member’s own
 */
export async function removePasskey(
  req: PayloadRequest,
  member: SignedIn,
  id: number,
): Promise<void> {
  const venue = await findVenue(req.payload)
  await inTransaction(req, async (db) => {
    await holdNames(db, [`passkeys of member ${member.id}`])
    const { rows: removed } = await db.execute(sql`
      delete from passkeys as p using passkey_handles as h
       where p.id = ${id} and h.id = p.handle and h.member = ${member.id}
      returning p.handle, p.aaguid, p.name`)
    const [gone] = removed as { handle: number; aaguid: string; name: string | null }[]
    if (!gone) throw missing()
    await holdHandle(db, gone.handle)
    await endSessionsOfHandle(db, gone.handle, member.session)
    await db.execute(sql`
      delete from passkey_handles as h
       where id = ${gone.handle} and not exists (select from passkeys where handle = h.id)`)
    const detail = gone.name ?? providerOf(gone.aaguid)
    await tellMember(req, venue, member, { what: 'passkey_removed', detail })
  })
}
