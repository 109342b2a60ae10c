import type { DeviceReply } from '../../../cms/features/nudges/contract.ts'
import { readStored, writeStored } from '../../../cms/platform/ui/storage.ts'
import { findThisDevice } from '../calls.ts'
import {
  findSubscription,
  forgetThisDevice,
  keyOf,
  renewThisDevice,
  savedEndpoint,
  saveThisDevice,
} from './device.ts'

/** Key in sessionStorage: whether this tab has synchronised the subscription. */
const syncedKey = 'common-room-push-synced'

/** `key` is the VAPID public key of the subscription; null if the browser does not expose it. */
type BrowserSubscription = { endpoint: string; key: string | null }

/**
 * What to do when the site is opened on a device on which nudges were turned on:
 * - `save`: the browser has replaced or lost its subscription, or the subscription's VAPID key is not the server's
 * - `renew`: the push service no longer serves the subscription
 * - `forget`: the owner removed this device from another device, or the server no longer knows it
 * - `none`: nothing has changed
 */
export function syncAction({
  saved,
  current,
  device: { id, ended, public_key },
}: {
  /** The endpoint that was saved last. */
  saved: string
  /** Null if the browser has no subscription. */
  current: BrowserSubscription | null
  /** What the server knows. */
  device: DeviceReply
}): 'save' | 'renew' | 'forget' | 'none' {
  if (ended === 'by_owner') return 'forget'
  if (current?.endpoint !== saved) return 'save'
  if (ended === 'by_service') return 'renew'
  if (id === null) return 'forget'
  return current.key === null || current.key === public_key ? 'none' : 'save'
}

/** Synchronises this device's subscription between browser and server, once in each tab. */
export async function syncSubscription(): Promise<void> {
  const saved = savedEndpoint()
  if (saved === null || readStored('sessionStorage', syncedKey)) return
  const subscription = await findSubscription()
  const current = subscription && { endpoint: subscription.endpoint, key: keyOf(subscription) }
  const action = syncAction({ saved, current, device: await findThisDevice() })
  if (action === 'save') await saveThisDevice()
  if (action === 'renew') await renewThisDevice()
  if (action === 'forget') await forgetThisDevice()
  writeStored('sessionStorage', syncedKey, true)
}
