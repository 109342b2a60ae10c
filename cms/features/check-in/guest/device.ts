import type { PayloadRequest } from 'payload'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Caller } from '../../members/contract.ts'
import { isDeviceKey, makeCertificate } from '../code.ts'
import type { DeviceReply } from '../contract.ts'
import { checkInError } from '../errors.ts'
import { signingKeyUntil } from '../keys.ts'
import { findDeviceOfSession, insertDevice, renewDevice } from '../queries/devices.ts'
import { certifiedDays } from '../rules.ts'

/**
 * Certifies the key of a member's browser for seven days. The certificate ends with the session. A session has one
 * device: a later key gets its id, so doors refuse all keys of a session by one id.
 * @throws HttpError `no_key`
 */
export async function certify(
  req: PayloadRequest,
  { id: member, session }: Caller,
  publicKey: string,
): Promise<DeviceReply> {
  if (!(await isDeviceKey(publicKey))) throw checkInError('no_key')
  // Codes have whole seconds.
  const until = Math.floor(Date.now() / 1000) * 1000 + certifiedDays * 86_400_000
  const key = await signingKeyUntil(req.payload, new Date(until))
  const device = { member, session, publicKey, certifiedUntil: new Date(until) }
  const id = await inTransaction(req, async (db) => {
    await lockNames(db, [`device of session ${session}`])
    const known = await findDeviceOfSession(db, session)
    if (!known) return insertDevice(db, device)
    await renewDevice(db, { ...device, id: known.id })
    return known.id
  })
  const certificate = await makeCertificate({ id, member, publicKey, until }, key)
  return { certificate, until, now: Date.now() }
}
