import { hashToken } from '../../../platform/crypto/tokens.ts'
import type { Database } from '../../../platform/database/query.ts'
import { deviceTokenOf } from '../cookies.ts'
import { listDevices } from '../queries/devices.ts'
import { listSessions } from '../queries/sessions.ts'
import { deviceName } from './user-agent.ts'

/** A member's sessions with their user agents, for the data download. */
export const sessionsWithUserAgent = async (db: Database, member: number) =>
  (await listSessions(db, member)).map(({ id, user_agent, ...session }) => ({
    id,
    device: deviceName(user_agent),
    user_agent,
    ...session,
  }))

/** A member's sessions without their user agents, for display. */
export const sessionsOf = async (db: Database, member: number) =>
  (await sessionsWithUserAgent(db, member)).map(({ user_agent, ...shown }) => shown)

/** A member's trusted devices with their user agents, for the data download. */
export const devicesWithUserAgent = async (db: Database, member: number) =>
  (await listDevices(db, member)).map(({ device, id, user_agent, ...times }) => ({
    id,
    device: deviceName(user_agent),
    user_agent,
    ...times,
  }))

/**
 * A member's trusted devices without their user agents, for display.
 * @param req the request whose device is marked as `current`
 */
export async function devicesOf(
  db: Database,
  member: number,
  req: { headers: Headers } | null = null,
) {
  const token = req && deviceTokenOf(req)
  return (await listDevices(db, member)).map(({ device, id, user_agent, ...times }) => ({
    id,
    device: deviceName(user_agent),
    ...times,
    current: token !== null && device === hashToken(token),
  }))
}
