import {
  createDeviceKeys,
  exportDeviceKey,
  makeDeviceCard,
} from '../../../cms/features/check-in/code.ts'
import type { DeviceReply } from '../../../cms/features/check-in/contract.ts'
import { callApi } from '../../../cms/platform/ui/api.ts'
import { readKey, storeKey } from './stored-key.ts'

const dayMs = 86_400_000
/** How long a certificate has to last when the card was shown; a card for a week begins with each visit. */
const renewBelowMs = 6 * dayMs

/** The member's card, signed by this browser for now; null if it has no certificate. */
export async function makeOfflineCard(): Promise<string | null> {
  const stored = await readKey()
  if (!stored) return null
  const at = Date.now() + stored.differenceMs
  if (stored.until <= at) return null
  return makeDeviceCard(stored.certificate, { key: stored.keys.privateKey, at })
}

let isBusy = false

/** Whose card it is: of the server, or a certificate. */
const memberOf = (card: string): string | undefined =>
  card.split('.')[card.startsWith('CR1M.') ? 3 : 0]

/**
 * Lets the server certify a key of this browser, so that the card works without a network for seven days.
 * @param card the server's card of the member who is signed in. Another member may have used this browser before
 */
export async function prepareOfflineCard(card: string): Promise<void> {
  if (isBusy) return
  isBusy = true
  try {
    const stored = await readKey()
    const isOwn = stored && memberOf(stored.certificate) === memberOf(card)
    if (isOwn && stored.until - Date.now() - stored.differenceMs > renewBelowMs) return
    const keys = await createDeviceKeys()
    const key = await exportDeviceKey(keys.publicKey)
    const { certificate, until, now } = await callApi<DeviceReply>('/api/check-in/device', {
      body: { key },
    })
    await storeKey({ keys, certificate, until, differenceMs: now - Date.now() })
  } finally {
    isBusy = false
  }
}
