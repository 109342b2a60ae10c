import { recentRegistrationMs } from '../../../cms/features/members/passkeys/rules.ts'
import type { PasskeyErrorCode } from './errors.ts'

/**
 * - `discoverable`: the device offers any passkey it has for this site
 * - `allow-list`: the server lists the credentials of the stored user handle
 */
export type Attempt = 'discoverable' | 'allow-list'

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** Whether the browser is Safari or runs on iOS, where all browsers use WebKit. */
export function isWebKit({ userAgent, maxTouchPoints }: Browser): boolean {
  // iPads report themselves as Macs; no Mac has a touch screen.
  if (/iP(hone|ad|od)/.test(userAgent)) return true
  if (/Macintosh/.test(userAgent) && maxTouchPoints > 1) return true
  return /Safari\//.test(userAgent) && !/Chrom(e|ium)\/|Android|Edg/.test(userAgent)
}

/**
 * Whether the first attempt is discoverable: in Safari, and soon after a registration.
 * Source: spec section 4, "Passkey operations".
 */
export const prefersDiscoverable = (
  browser: Browser,
  { registeredAtMs, nowMs }: { registeredAtMs: number | null; nowMs: number },
): boolean =>
  isWebKit(browser) || (registeredAtMs !== null && nowMs - registeredAtMs < recentRegistrationMs)

/**
 * The attempts of an authentication, in order: discoverable if preferred, then the allow-list, then
 * discoverable again. Source: spec section 4. A device without a stored user handle may have a synced
 * passkey, so its only attempt is discoverable.
 */
export function attemptsOf({
  isDiscoverablePreferred,
  hasHandle,
}: {
  isDiscoverablePreferred: boolean
  hasHandle: boolean
}): Attempt[] {
  const first: Attempt[] = isDiscoverablePreferred ? ['discoverable'] : []
  return hasHandle ? [...first, 'allow-list', 'discoverable'] : ['discoverable']
}

/** Whether another attempt may succeed. There is no other attempt after a cancellation. */
export const isWorthAnotherAttempt = (code: PasskeyErrorCode): boolean =>
  code === 'no_credentials' ||
  code === 'auth_options_failed' ||
  code === 'verification_failed' ||
  code === 'unknown'

/** Whether to register a passkey because none is available. Source: spec section 8. */
export const isMissingPasskey = (code: PasskeyErrorCode): boolean =>
  code === 'no_user_handle' || code === 'no_credentials' || code === 'auth_options_failed'

/** Whether to authenticate after a failed registration. Source: spec section 4, combined flow. */
export const shouldAuthenticate = (code: PasskeyErrorCode): boolean =>
  code === 'verification_failed' || code === 'unknown'
