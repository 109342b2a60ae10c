import type { PayloadRequest } from 'payload'
import { createToken, hashToken } from '../../../platform/crypto/tokens.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { countAttempt } from '../../../platform/limits/service.ts'
import type { MailContent } from '../../../platform/mail/contract.ts'
import type { MembershipReply } from '../contract.ts'
import { deviceCookie, deviceTokenOf } from '../cookies.ts'
import { queueNotice, renderNotice } from '../mails.ts'
import {
  deleteLeastUsedGrants,
  findTrustedMember,
  listGrantsOf,
  renewGrant,
  saveGrant,
} from '../queries/devices.ts'
import { maxDevices } from '../rules.ts'
import { deviceName, userAgentOf } from './user-agent.ts'

/** The rate limit of new-device notices to one member. */
const noticesPerMember = { max: 5, windowMs: 24 * 60 * 60_000, fixed: true }

/**
 * The device of a request.
 * @returns `token`: the token of the device's cookie, null if the device is trusted for no member; `isTrustedFor`:
 *   whether the device is trusted for a given member
 */
async function deviceOf(db: Database, req: { headers: Headers }) {
  const token = deviceTokenOf(req)
  const grants = token ? await listGrantsOf(db, hashToken(token)) : []
  const isKnown = grants.some(({ isLive }) => isLive)
  const isTrustedFor = (id: number) => grants.some(({ member, isLive }) => isLive && member === id)
  return { token: isKnown ? token : null, isTrustedFor }
}

/**
 * Renders the notice of a new device, before the transaction that makes the device trusted.
 * @param member null for an account that does not exist yet
 * @returns null if no notice is needed: the account is new, or the device is trusted already
 */
export async function renderDeviceNotice(
  req: PayloadRequest,
  member: number | null,
): Promise<MailContent | null> {
  if (member === null) return null
  const { isTrustedFor } = await deviceOf(databaseOf(req.payload), req)
  if (isTrustedFor(member)) return null
  const detail = deviceName(userAgentOf(req))
  return renderNotice(req.payload, { what: 'new_device', detail })
}

/**
 * After a proof of identity, makes the device of the request trusted for a member for 180 days. If the member now
 * has too many devices, the least recently used one is deleted. A device that is not trusted yet gets a new cookie,
 * so that a cookie planted by an attacker stays untrusted.
 * @param notice from `renderDeviceNotice`; mailed if the device is new, within the limit of notices
 * @returns the device's Set-Cookie
 */
export async function trustDevice(
  db: Database,
  req: PayloadRequest,
  member: { id: number; email: string; name: string | null },
  notice: MailContent | null,
): Promise<string> {
  const { token: known, isTrustedFor } = await deviceOf(db, req)
  const token = known ?? createToken()
  const isNew = !isTrustedFor(member.id)
  // The notice is counted before the grant is saved. The row lock of the count makes concurrent requests wait here,
  // so that `deleteLeastUsedGrants` sees the grants of all of them.
  const isNotified = isNew && notice !== null && (await mayNotify(db, member.id))
  await saveGrant(db, { device: hashToken(token), member: member.id, userAgent: userAgentOf(req) })
  if (isNew) await deleteLeastUsedGrants(db, member.id, maxDevices)
  if (isNotified) await queueNotice(req, member, notice)
  return deviceCookie(token)
}

async function mayNotify(db: Database, member: number): Promise<boolean> {
  const { retryAfterSeconds } = await countAttempt(db, `new devices of ${member}`, noticesPerMember)
  return retryAfterSeconds === null
}

/**
 * Whether a handle is linked to a member, and whether that member subscribes to the newsletter. A device that
 * is not trusted for the member gets false for both. The trust of a subscriber's device is renewed if the last
 * renewal was more than a day ago.
 */
export async function checkMembership(
  req: PayloadRequest,
  userHandle: string,
): Promise<{ body: MembershipReply; cookies: string[] }> {
  const db = databaseOf(req.payload)
  const token = deviceTokenOf(req)
  const found = token ? await findTrustedMember(db, hashToken(token), userHandle) : null
  if (!token || !found) return { body: membershipReply(false, false), cookies: [] }
  const { member, active, isStale } = found
  if (!active || !isStale) return { body: membershipReply(true, active), cookies: [] }
  await renewGrant(db, { device: hashToken(token), member, userAgent: userAgentOf(req) })
  return { body: membershipReply(true, active), cookies: [deviceCookie(token)] }
}

const membershipReply = (linked: boolean, active: boolean): MembershipReply => ({
  linked,
  isLinked: linked,
  linkedAndActive: linked && active,
  active,
})
