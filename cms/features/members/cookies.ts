import { isToken } from '../../platform/crypto/tokens.ts'
import {
  cookieNames,
  cookieValue,
  hostOnlyName,
  secretCookie,
} from '../../platform/http/cookies/cookies.ts'
import { isHttps } from '../../platform/runtime/env.ts'
import { sessionIdleMs, trustMs } from './rules.ts'

type Request = { headers: Headers }

const valueIn = (header: string | null, name: string): string | null =>
  cookieValue(header ?? undefined, hostOnlyName(name, isHttps()))

/** The value of the session cookie, unchecked. */
export const sessionCookieOf = ({ headers }: Request): string | null =>
  sessionCookieIn(headers.get('cookie'))

/** The value of the session cookie in a Cookie header, unchecked. */
export const sessionCookieIn = (header: string | null): string | null =>
  valueIn(header, cookieNames.session)

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
export function deviceTokenOf({ headers }: Request): string | null {
  const token = valueIn(headers.get('cookie'), cookieNames.trust)
  return isToken(token) ? token : null
}

export const deviceCookie = (value: string): string =>
  secretCookie(cookieNames.trust, { value, maxAgeMs: trustMs, sameSite: 'Strict' }, isHttps())
