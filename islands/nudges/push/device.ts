import { readStored, writeStored } from '../../../cms/platform/ui/storage.ts'
import { isInstalled } from '../../installed/is-installed.ts'
import { endSubscription, findPushKey, saveSubscription } from '../calls.ts'
import { findSupport, isIosBrowser, type PushSupport } from './support.ts'

/** Storage key of the endpoint that the server has saved for this device. */
const endpointKey = 'common-room-push-endpoint'
const maxWaitMs = 10_000

export const savedEndpoint = (): string | null => readStored('localStorage', endpointKey)

/** Whether this browser can get nudges. */
export const pushSupport = (): PushSupport =>
  findSupport({
    hasPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    permission: globalThis.Notification?.permission ?? 'default',
    isIos: isIosBrowser(navigator),
    isInstalled: isInstalled(),
  })

/** @throws Error if no service worker is active after `maxWaitMs` */
async function pushManager(): Promise<PushManager> {
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('No service worker became active in time.')), maxWaitMs),
  )
  return (await Promise.race([navigator.serviceWorker.ready, timeout])).pushManager
}

/** The browser's subscription; null if it has none. */
export const findSubscription = async (): Promise<PushSubscription | null> =>
  (await pushManager()).getSubscription()

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={0,2}$/, '')

/** The server's key with which a subscription was made, in base64url; null if the browser does not expose it. */
export function keyOf({ options }: PushSubscription): string | null {
  const key = options.applicationServerKey
  return key && base64url(key)
}

/** Subscribes with the server's key. A subscription with another key is replaced. */
async function subscribeWithKey(manager: PushManager, key: string): Promise<PushSubscription> {
  const known = await manager.getSubscription()
  if (known && keyOf(known) === key) return known
  await known?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** Subscribes this browser, which must have the permission, and saves the subscription. */
export async function saveThisDevice(): Promise<void> {
  const { public_key } = await findPushKey()
  const subscription = await subscribeWithKey(await pushManager(), public_key)
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await saveSubscription({ endpoint: endpoint ?? '', keys: { p256dh, auth } })
  writeStored('localStorage', endpointKey, endpoint)
}

/** Replaces the browser's subscription, which its push service no longer serves. */
export async function renewThisDevice(): Promise<void> {
  await (await findSubscription())?.unsubscribe()
  await saveThisDevice()
}

/** `on`, or the reason why nudges were not turned on; `failed` means any other reason. */
export type TurnOnResult = 'on' | 'denied' | 'private_window' | 'offline' | 'failed'

/** Requests the permission and turns nudges on. Must be called by a click, because Safari requires one. */
export async function turnOn(): Promise<TurnOnResult> {
  try {
    if ((await Notification.requestPermission()) !== 'granted') return 'denied'
    await saveThisDevice()
    return 'on'
  } catch (error) {
    console.warn('Nudges could not be turned on:', error)
    if (!navigator.onLine) return 'offline'
    // Private windows refuse the subscription although they have the permission.
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
    return isRefused ? 'private_window' : 'failed'
  }
}

/**
 * Ends the browser's subscription and tells the server. Nudges are off even if the server cannot be reached: the push
 * service refuses the next nudge, because the subscription has ended.
 * @throws Error if the browser does not end its subscription
 */
export async function turnOff(): Promise<void> {
  await forgetThisDevice()
  await endSubscription().catch((error: unknown) =>
    console.warn('The server does not know yet that nudges are off:', error),
  )
}

/** Ends the browser's subscription, without telling the server. */
export async function forgetThisDevice(): Promise<void> {
  writeStored('localStorage', endpointKey, null)
  await (await findSubscription())?.unsubscribe()
}
