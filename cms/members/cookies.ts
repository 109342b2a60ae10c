import { createToken, hashToken } from '../crypto/tokens.ts'
import { isHttps } from '../env.ts'
import { cookieNames, cookieValue, hostOnly, secretCookie } from '../http/cookies.ts'
import { sessionIdleMs, trustMs } from './rules.ts'

type Request = { headers: Headers }

const read = ({ headers }: Request, name: string): string | null =>
  cookieValue(headers.get('cookie') ?? undefined, hostOnly(name, isHttps()))
const isToken = (text: string | null): text is string => /^[\w-]{43}$/.test(text ?? '')

/** The value of the session cookie, unchecked. */
export const sessionCookieOf = (req: Request): string | null => read(req, cookieNames.session)

/**
 * A Set-Cookie header for the session; null removes the cookie. `Lax`: members come from mails and from
 * links on other sites, and the first page they open needs it.
 */
export const sessionCookie = (value: string | null): string =>
  secretCookie(
    cookieNames.session,
    value === null ? null : { value, maxAgeMs: sessionIdleMs, sameSite: 'Lax' },
    isHttps(),
  )

/** The hash of the browser cookie; null if the request has none. */
export function browserOf(req: Request): string | null {
  const token = read(req, cookieNames.browser)
  return isToken(token) ? hashToken(token) : null
}

const browserMs = 24 * 60 * 60_000

type Browser = { browser: string; cookie: string }

/** The hash of the browser cookie, which is created if the request has none, and its Set-Cookie. */
export function browserWithCookie(req: Request): Browser {
  const sent = read(req, cookieNames.browser)
  return withCookie(isToken(sent) ? sent : createToken())
}

/** The hash and Set-Cookie of a new browser cookie, which no earlier user of the browser can know. */
export const newBrowser = (): Browser => withCookie(createToken())

function withCookie(value: string): Browser {
  const cookie = secretCookie(
    cookieNames.browser,
    { value, maxAgeMs: browserMs, sameSite: 'Strict' },
    isHttps(),
  )
  return { browser: hashToken(value), cookie }
}

/** The token of the trusted device cookie. */
export function deviceTokenOf(req: Request): string | null {
  const token = read(req, cookieNames.trust)
  return isToken(token) ? token : null
}

export const deviceCookie = (value: string): string =>
  secretCookie(cookieNames.trust, { value, maxAgeMs: trustMs, sameSite: 'Strict' }, isHttps())
