import { readStored, writeStored } from '../../../cms/platform/ui/storage.ts'
import { canStorePasskey } from '../passkeys/client.ts'
import { device } from '../passkeys/device.ts'

const storageKey = 'common-room-passkey-offered-at'
/** After "Not now" the offer is not repeated for 30 days. */
const pauseMs = 30 * 24 * 60 * 60_000

/**
 * Whether to offer a passkey after a sign-in by code. True if this device has no passkey but can store one, and the
 * offer was not declined recently.
 */
export async function canOfferPasskey(): Promise<boolean> {
  const declinedAt = readStored<number>('localStorage', storageKey)
  const isPaused = declinedAt !== null && Date.now() - declinedAt < pauseMs
  return !isPaused && device.handle() === null && (await canStorePasskey())
}

export const storeDeclinedOffer = (): void => writeStored('localStorage', storageKey, Date.now())
