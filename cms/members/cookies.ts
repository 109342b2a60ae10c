import { createToken, hashToken } from '../crypto/tokens.ts'
import { env } from '../env.ts'
import { cookieNames, cookieValue, hostOnly, secretCookie } from '../http/cookies.ts'
import { sessionIdleMs, trustMs } from './rules.ts'

type Asking = { headers: Headers }

const https = () => env().SITE_URL.startsWith('https:')
const read = ({ headers }: Asking, name: string): string | null =>
  cookieValue(headers.get('cookie') ?? undefined, hostOnly(name, https()))
const isToken = (text: string | null): text is string => /^[\w-]{43}$/.test(text ?? '')

/** What stands in the cookie of a member's session, unchecked. */
export const sessionCookieOf = (req: Asking): string | null => read(req, cookieNames.session)

/** Members come from mails and other sites' links, so the first page they open sees this cookie. */
export const sessionCookie = (value: string | null): string =>
  secretCookie(
    cookieNames.session,
    value === null ? null : { value, maxAgeMs: sessionIdleMs, sameSite: 'Lax' },
    https(),
  )

/** The browser that asks, by its fingerprint; null where it is not known. */
export function browserOf(req: Asking): string | null {
  const token = read(req, cookieNames.browser)
  return isToken(token) ? hashToken(token) : null
}

const browserMs = 24 * 60 * 60_000

/** The browser that asks, with the cookie by which it is known from now on. */
export function knownBrowser(req: Asking): { browser: string; cookie: string } {
  const known = read(req, cookieNames.browser)
  const value = isToken(known) ? known : createToken()
  const kept = { value, maxAgeMs: browserMs, sameSite: 'Strict' } as const
  const cookie = secretCookie(cookieNames.browser, kept, https())
  return { browser: hashToken(value), cookie }
}

/** What stands in the cookie of a trusted device. */
export function deviceTokenOf(req: Asking): string | null {
  const token = read(req, cookieNames.trust)
  return isToken(token) ? token : null
}

export const deviceCookie = (value: string): string =>
  secretCookie(cookieNames.trust, { value, maxAgeMs: trustMs, sameSite: 'Strict' }, https())

/** A reply that sets cookies. */
export function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
