import { type Executor, sql } from '../database/sql.ts'
import { deviceCookie, deviceTokenOf } from './cookies.ts'
import { trustMs } from './rules.ts'
import { fingerprintOf, makeToken } from './seals.ts'
import { userAgentOf } from './user-agent.ts'

type Asking = { headers: Headers }

const lives = sql`expires_at > now()`
const renewed = sql`now() + ${trustMs} * interval '1 ms'`

/** What giving a device trust did. */
export type Granted = {
  cookie: string
  /** Whether the member has been on other devices, and never on this one. */
  isNewDevice: boolean
}

/**
 * Trusts the device that asks for a member, from now for 180 days. Whoever calls has seen a proof: a
 * ceremony or a code. A device that nobody is trusted on gets a name of its own, so that none that
 * was planted there before is worth anything.
 */
export async function trustDevice(db: Executor, req: Asking, member: number): Promise<Granted> {
  const token = (await liveToken(db, req)) ?? makeToken()
  const { rows: before } = await db.execute(sql`
    select device = ${fingerprintOf(token)} as "isThis" from device_grants where member = ${member}`)
  await db.execute(sql`
    insert into device_grants (device, member, user_agent, expires_at)
    values (${fingerprintOf(token)}, ${member}, ${userAgentOf(req)}, ${renewed})
    on conflict (device, member) do update
       set expires_at = excluded.expires_at, user_agent = excluded.user_agent, last_used_at = now()`)
  const isNewDevice = before.length > 0 && !before.some(({ isThis }) => isThis)
  return { cookie: deviceCookie(token), isNewDevice }
}

// Several members may share a device, and then its name.
async function liveToken(db: Executor, req: Asking): Promise<string | null> {
  const token = deviceTokenOf(req)
  if (!token) return null
  const { rows: found } = await db.execute(
    sql`select from device_grants where device = ${fingerprintOf(token)} and ${lives} limit 1`,
  )
  return found.length ? token : null
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
     where g.device = ${fingerprintOf(token)} and m.email = ${address} and ${lives}`)
  return found.length ? `device ${found[0]?.id}` : 'all'
}

/** Throws away trust that has ended by itself. */
export async function dropOldGrants(db: Executor): Promise<void> {
  await db.execute(sql`delete from device_grants where expires_at < now()`)
}
