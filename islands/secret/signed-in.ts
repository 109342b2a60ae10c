import { callApi } from '../../cms/platform/ui/api.ts'
import { readStored, writeStored } from '../../cms/platform/ui/storage.ts'

const renewedKey = 'secret-kitchens-renewed-at'
/** A session ends after weeks without a renewal, so one a day is enough. */
const renewalMs = 24 * 60 * 60 * 1000

const whoLink = () => document.querySelector<HTMLElement>('[data-who]')

/** Says in the header that the member can sign out. Pages that everybody shares are told by their scripts. */
export function showSignedIn(): void {
  const link = whoLink()
  if (!link || link.dataset.signedIn !== undefined) return
  link.textContent = link.dataset.who ?? ''
  link.dataset.signedIn = ''
  renewSession()
}

/** Renews the session of a member, if the page knows that there is one. */
export function renewSession(): void {
  if (whoLink()?.dataset.signedIn === undefined) return
  const at = readStored<number>('localStorage', renewedKey)
  if (at !== null && Date.now() - at < renewalMs) return
  writeStored('localStorage', renewedKey, Date.now())
  void callApi('/api/auth/refresh', { method: 'POST' }).catch(() => {})
}
