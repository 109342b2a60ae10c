import { isToken } from '../crypto/tokens.ts'
import { isHttps } from '../env.ts'
import { cookieNames, cookieValue, hostOnly, secretCookie } from '../http/cookies.ts'
import { sessionIdleMs, trustMs } from './rules.ts'

type Request = { headers: Headers }

const read = ({ headers }: Request, name: string): string | null =>
  cookieValue(headers.get('cookie') ?? undefined, hostOnly(name, isHttps()))

/** The value of the session cookie, unchecked. */
export const sessionCookieOf = (req: Request): string | null => read(req, cookieNames.session)

/**
 * A Set-Cookie header for the session; null removes the cookie. The cookie is `Lax`, because members follow
 * links in mails and on other sites, and the first page they open needs the cookie.
 */
export const sessionCookie = (value: string | null): string =>
  secretCookie(
    cookieNames.session,
    value === null ? null : { value, maxAgeMs: sessionIdleMs, sameSite: 'Lax' },
    isHttps(),
  )

/** The token of the trusted device cookie. */
export function deviceTokenOf(req: Request): string | null {
  const token = read(req, cookieNames.trust)
  return isToken(token) ? token : null
}

export const deviceCookie = (value: string): string =>
  secretCookie(cookieNames.trust, { value, maxAgeMs: trustMs, sameSite: 'Strict' }, isHttps())
