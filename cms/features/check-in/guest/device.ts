import type { PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import type { Caller } from '../../members/contract.ts'
import { isDeviceKey, makeCertificate } from '../code.ts'
import type { DeviceReply } from '../contract.ts'
import { checkInError } from '../errors.ts'
import { signingKeyUntil } from '../keys.ts'
import { insertDevice } from '../queries/devices.ts'
import { certifiedDays } from '../rules.ts'

/**
 * Certifies the key of a member's browser for seven days. The certificate ends with the session.
 * @throws HttpError `no_key`
 */
export async function certify(
  req: PayloadRequest,
  { id: member, session }: Caller,
  publicKey: string,
): Promise<DeviceReply> {
  if (!(await isDeviceKey(publicKey))) throw checkInError('no_key')
  const db: Database = databaseOf(req.payload)
  // Codes have whole seconds.
  const until = Math.floor(Date.now() / 1000) * 1000 + certifiedDays * 86_400_000
  const key = await signingKeyUntil(req.payload, new Date(until))
  const device = { member, session, publicKey, certifiedUntil: new Date(until) }
  const id = await insertDevice(db, device)
  const certificate = await makeCertificate({ id, member, publicKey, until }, key)
  return { certificate, until, now: Date.now() }
}
