import { readStored, writeStored } from '../../lib/storage.ts'
import { findThisDevice } from '../calls.ts'
import { findSubscription, forgetThisDevice, savedEndpoint, saveThisDevice } from './device.ts'

/** Session key: whether the subscription was synchronised since the tab was opened. */
const syncedKey = 'common-room-push-synced'

/**
 * What to do when the site is opened on a device that had turned nudges on:
 * - `save`: the browser has replaced or lost its subscription
 * - `forget`: the server no longer has the device, because it was removed on another one
 */
export function syncAction({
  saved,
  current,
  isKnown,
}: {
  /** The endpoint that was saved last. */
  saved: string
  /** The browser's endpoint; null if it has no subscription. */
  current: string | null
  /** Whether the server knows the device. */
  isKnown: boolean
}): 'save' | 'forget' | 'none' {
  if (current !== saved) return 'save'
  return isKnown ? 'none' : 'forget'
}

/** Makes browser and server agree about this device's subscription, once after the site was opened. */
export async function syncSubscription(): Promise<void> {
  const saved = savedEndpoint()
  if (saved === null || readStored('sessionStorage', syncedKey)) return
  const current = (await findSubscription())?.endpoint ?? null
  const { id } = await findThisDevice()
  const action = syncAction({ saved, current, isKnown: id !== null })
  if (action === 'save') await saveThisDevice()
  if (action === 'forget') await forgetThisDevice()
  writeStored('sessionStorage', syncedKey, true)
}
