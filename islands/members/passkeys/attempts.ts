import { recentRegistrationMs } from '../../../cms/members/passkeys/rules.ts'
import type { PasskeyFault } from './faults.ts'

/**
 * - `discoverable`: the device offers whatever passkeys it has for this site
 * - `allow-list`: the server names those of the stored user handle
 */
export type Attempt = 'discoverable' | 'allow-list'

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** Whether this is Safari, or any browser on iOS, where all are Safari inside. */
export function isSafari({ userAgent, maxTouchPoints }: Browser): boolean {
  // An iPad calls itself a Mac; no Mac has a touch screen.
  if (/iP(hone|ad|od)/.test(userAgent)) return true
  if (/Macintosh/.test(userAgent) && maxTouchPoints > 1) return true
  return /Safari\//.test(userAgent) && !/Chrom(e|ium)\/|Android|Edg/.test(userAgent)
}

/** Source: spec section 4, "Passkey operations". */
export const prefersDiscoverable = (
  browser: Browser,
  { registeredAtMs, nowMs }: { registeredAtMs: number | null; nowMs: number },
): boolean =>
  isSafari(browser) || (registeredAtMs !== null && nowMs - registeredAtMs < recentRegistrationMs)

/**
 * How authentication is tried, in this order, until one succeeds or nothing is left.
 * Source: spec section 4: discoverable where it is preferred; the allow-list; discoverable again.
 */
export function attemptsOf({
  isDiscoverablePreferred,
  hasHandle,
}: {
  isDiscoverablePreferred: boolean
  hasHandle: boolean
}): Attempt[] {
  const first: Attempt[] = isDiscoverablePreferred ? ['discoverable'] : []
  return hasHandle ? [...first, 'allow-list', 'discoverable'] : first
}

/** Whether another attempt may succeed; a person who said no is not asked again. */
export const isWorthAnotherAttempt = (fault: PasskeyFault): boolean =>
  fault === 'no_credentials' ||
  fault === 'auth_options_failed' ||
  fault === 'verification_failed' ||
  fault === 'unknown'

/** Whether there is no passkey to authenticate with, so that one is made. Source: spec section 8. */
export const asksForRegistration = (fault: PasskeyFault): boolean =>
  fault === 'no_user_handle' || fault === 'no_credentials' || fault === 'auth_options_failed'

/** Whether a registration that failed leads to an authentication. Source: spec section 4, combined flow. */
export const asksForAuthentication = (fault: PasskeyFault): boolean =>
  fault === 'verification_failed' || fault === 'unknown'
