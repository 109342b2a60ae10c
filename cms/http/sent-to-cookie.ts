import { isHttps } from '../env.ts'
import { cookieNames, cookieValue, hostOnly, secretCookie } from './cookies.ts'

const maxAgeMs = 2 * 60_000

/** The Set-Cookie that stores the address of a submitted form, so that the next page can show it. */
export const sentToCookie = (email: string): string =>
  secretCookie(
    cookieNames.sentTo,
    { value: encodeURIComponent(email), maxAgeMs, sameSite: 'Strict' },
    isHttps(),
  )

/**
 * The address that this browser has just sent a form with; null if there is none. It is shown to the
 * same browser only and proves nothing.
 * @param header the Cookie header
 */
export function sentToOf(header: string | undefined): string | null {
  try {
    return (
      decodeURIComponent(cookieValue(header, hostOnly(cookieNames.sentTo, isHttps())) ?? '').slice(
        0,
        254,
      ) || null
    )
  } catch {
    return null
  }
}
