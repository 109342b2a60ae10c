import { cookieNames, cookieValue, hostOnlyName, secretCookie } from '../http/cookies/cookies.ts'
import { env, isHttps } from '../runtime/env.ts'
import { sessionMs } from './rules.ts'

/**
 * The token of the session cookie. The cookie is ignored if another site sent the request, or if the request
 * lacks the headers that only browsers send.
 * @returns null if there is no session cookie, or it is ignored
 */
export function sessionTokenOf(headers: Headers): string | null {
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site') ?? ''
  const isOwn = origin
    ? origin === env().SITE_URL
    : ['same-origin', 'same-site', 'none'].includes(site)
  if (!isOwn) return null
  return tokenInCookie(headers.get('cookie') ?? undefined)
}

/** The token of the session cookie in a Cookie header, whichever site sent the request. */
export const tokenInCookie = (header: string | undefined): string | null =>
  cookieValue(header, hostOnlyName(cookieNames.staff, isHttps()))

/**
 * The Set-Cookie header of a session; null removes the cookie. `SameSite` is `Lax`, because staff follow
 * links to the site from their mails.
 */
export const sessionCookie = (token: string | null): string =>
  secretCookie(
    cookieNames.staff,
    token === null ? null : { value: token, maxAgeMs: sessionMs, sameSite: 'Lax' },
    isHttps(),
  )
