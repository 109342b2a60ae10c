import type { PayloadRequest } from 'payload'
import { createToken, hashToken } from '../../crypto/tokens.ts'
import { type Executor, sql } from '../../database/sql.ts'
import { subscribes } from '../../newsletter/details.ts'
import type { Venue } from '../../venue/contract.ts'
import { countNewDevice } from '../codes/limits.ts'
import { deviceCookie, deviceTokenOf } from '../cookies.ts'
import { tellMember } from '../mails.ts'
import type { Member } from '../queries/members.ts'
import { memberOf } from '../queries/passkey-handles.ts'
import { mostDevices, trustMs } from '../rules.ts'
import { deviceName, userAgentOf } from './user-agent.ts'

type Asking = { headers: Headers }

const lives = sql`expires_at > now()`
const renewed = sql`now() + ${trustMs} * interval '1 ms'`

/**
 * Trusts the device that asks for a member, from now for 180 days, and tells the member where it is
 * new, unless their account is as well, or they were told often enough today. A new one takes the place
 * of the one that was not used for longest, where there are too many. Whoever calls has seen a proof: a
 * ceremony or a code. A device that nobody is trusted on gets a name of its own, so that none that was
 * planted there before is worth anything.
 * @returns its cookie
 */
export async function trustDevice(
  db: Executor,
  req: PayloadRequest,
  venue: Venue,
  member: Member,
): Promise<string> {
  const sent = deviceTokenOf(req)
  const { rows: before } = await db.execute(sql`
    select ${lives} as lives, device = ${sent && hashToken(sent)} as "isThis", member
      from device_grants
     where member = ${member.id} or device = ${sent && hashToken(sent)}`)
  // Several members may share a device, and then its name.
  const isKnown = before.some(({ isThis, lives }) => isThis && lives)
  const token = sent && isKnown ? sent : createToken()
  const device = hashToken(token)
  const userAgent = userAgentOf(req)
  const isNew = !(isKnown && before.some((each) => each.isThis && each.member === member.id))
  // Before the grant: of many at once each sees what the others have made.
  const isTold = isNew && !member.isNew && (await countNewDevice(db, member.id))
  await db.execute(sql`
    insert into device_grants (device, member, user_agent, expires_at)
    values (${device}, ${member.id}, ${userAgent}, ${renewed})
    on conflict (device, member) do update
       set expires_at = excluded.expires_at, user_agent = excluded.user_agent, last_used_at = now()`)
  if (isNew && !member.isNew) await dropLeastUsed(db, member.id)
  if (isTold) {
    await tellMember(req, venue, member, { what: 'new_device', detail: deviceName(userAgent) })
  }
  return deviceCookie(token)
}

async function dropLeastUsed(db: Executor, member: number): Promise<void> {
  await db.execute(sql`
    delete from device_grants where id in (
      select id from device_grants where member = ${member}
       order by last_used_at desc, id desc offset ${mostDevices})`)
}

/**
 * Where requests for codes of an address are counted. A device that its member has proved to be theirs
 * counts for itself: strangers who ask for codes in somebody's name get in the way of strangers.
 * @returns the device's own lane, or the one for all others
 */
export async function laneOf(db: Executor, req: Asking, address: string): Promise<string> {
  const token = deviceTokenOf(req)
  if (!token) return 'all'
  const { rows: found } = await db.execute(sql`
    select g.id from device_grants as g join members as m on m.id = g.member
     where g.device = ${hashToken(token)} and m.email = ${address} and ${lives}`)
  return found.length ? `device ${found[0]?.id}` : 'all'
}

/**
 * What a device may know of the member that a handle is linked to: nothing where they have not proved
 * that it is theirs. One statement, because every phone asks at every gate.
 */
export async function findTrusted(
  db: Executor,
  req: Asking,
  userHandle: string,
): Promise<{ member: number; active: boolean; isOld: boolean } | null> {
  const token = deviceTokenOf(req)
  if (!token) return null
  const { rows: found } = await db.execute(sql`
    select g.member, ${subscribes(sql`m.email`)} as active,
           g.last_used_at < now() - interval '1 day' as "isOld"
      from device_grants as g join members as m on m.id = g.member
     where g.device = ${hashToken(token)} and g.member = ${memberOf(userHandle)} and ${lives}
       and m.suspended_at is null`)
  return (found[0] as { member: number; active: boolean; isOld: boolean } | undefined) ?? null
}

/** Trusts the device for a member anew. @returns its cookie */
export async function renewGrant(db: Executor, req: Asking, member: number): Promise<string> {
  const token = deviceTokenOf(req) ?? ''
  await db.execute(sql`
    update device_grants
       set expires_at = ${renewed}, last_used_at = now(), user_agent = ${userAgentOf(req)}
     where device = ${hashToken(token)} and member = ${member}`)
  return deviceCookie(token)
}

/** Throws away trust that has ended by itself. */
export async function dropOldGrants(db: Executor): Promise<void> {
  await db.execute(sql`delete from device_grants where expires_at < now()`)
}
