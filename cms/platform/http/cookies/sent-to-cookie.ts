import { isHttps } from '../../runtime/env.ts'
import { cookieNames, cookieValue, hostOnlyName, secretCookie } from './cookies.ts'

const maxAgeMs = 2 * 60_000

/** The Set-Cookie header that stores the email address from a submitted form, so that the next page can show it. */
export const sentToCookie = (email: string): string =>
  secretCookie(
    cookieNames.sentTo,
    { value: encodeURIComponent(email), maxAgeMs, sameSite: 'Strict' },
    isHttps(),
  )

/**
 * The email address in the form that this browser has just submitted; null if there is none. The address is
 * unverified and is shown to the same browser only.
 * @param header the Cookie header
 */
export function readSentToCookie(header: string | undefined): string | null {
  try {
    return (
      decodeURIComponent(
        cookieValue(header, hostOnlyName(cookieNames.sentTo, isHttps())) ?? '',
      ).slice(0, 254) || null
    )
  } catch {
    return null
  }
}
