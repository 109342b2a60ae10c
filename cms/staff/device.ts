import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parseCookies } from 'payload'
import { cookieNames } from '../http/cookies.ts'

const livesSeconds = 180 * 24 * 60 * 60

/**
 * A cookie that says: somebody has signed in with this address on this browser before. It opens
 * nothing; wrong tries on such a browser are counted for it alone, so that strangers who try
 * somebody's address lock out strangers.
 * Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
export function deviceCookie(email: string, secret: string, https: boolean): string {
  const id = randomBytes(16).toString('base64url')
  const value = `${id}.${sealOf(id, email, secret)}`
  const scope = `Path=/api/users; Max-Age=${livesSeconds}; HttpOnly; SameSite=Lax`
  return `${cookieNames.device}=${value}; ${scope}${https ? '; Secure' : ''}`
}

/** The browser's own name, where it has signed in with this address before; else null. */
export function knownDevice(headers: Headers, email: string, secret: string): string | null {
  const [id = '', given = ''] = parseCookies(headers).get(cookieNames.device)?.split('.') ?? []
  const expected = Buffer.from(sealOf(id, email, secret))
  const actual = Buffer.from(given)
  return expected.length === actual.length && timingSafeEqual(expected, actual) ? id : null
}

const sealOf = (id: string, email: string, secret: string) =>
  createHmac('sha256', secret).update(`staff device\n${id}\n${email}`).digest('base64url')
