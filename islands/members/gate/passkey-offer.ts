import { readStored, writeStored } from '../../lib/storage.ts'
import { canKeepPasskey } from '../passkeys/client.ts'
import { device } from '../passkeys/device.ts'

const name = 'common-room-passkey-offered-at'
/** For so long nobody who said "Not now" is asked again. */
const restMs = 30 * 24 * 60 * 60_000

/** Whether somebody who came by email is offered a passkey: this device has none and could keep one. */
export async function mayOfferPasskey(): Promise<boolean> {
  const declinedAt = readStored<number>('localStorage', name)
  const rests = declinedAt !== null && Date.now() - declinedAt < restMs
  return !rests && device.handle() === null && (await canKeepPasskey())
}

export const declineOffer = (): void => writeStored('localStorage', name, Date.now())
