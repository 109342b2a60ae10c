import { randomBytes } from 'node:crypto'
import { parseCookies } from 'payload'
import { hmac, isEqualHmac } from '../crypto/hmac.ts'
import { cookieNames } from '../http/cookies/cookies.ts'

const maxAgeSeconds = 180 * 24 * 60 * 60

/**
 * The Set-Cookie header that marks a browser on which somebody has signed in with this address. The
 * cookie grants no access. Failed attempts on a marked browser are counted separately, so attempts by
 * strangers do not lock the owner out.
 * Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
export function deviceCookie(email: string, https: boolean): string {
  const id = randomBytes(16).toString('base64url')
  const value = `${id}.${signatureOf(id, email)}`
  const scope = `Path=/api/users; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`
  return `${cookieNames.device}=${value}; ${scope}${https ? '; Secure' : ''}`
}

/** The id of a browser that is marked for this address; null if the browser is not marked. */
export function knownDevice(headers: Headers, email: string): string | null {
  const [id = '', given = ''] = parseCookies(headers).get(cookieNames.device)?.split('.') ?? []
  return isEqualHmac(given, signatureOf(id, email)) ? id : null
}

const signatureOf = (id: string, email: string) => hmac('staff device', id, email)
