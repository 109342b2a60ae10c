import { createToken, hashToken, isToken } from '../crypto/tokens.ts'
import { isHttps } from '../env.ts'
import { cookieNames, cookieValue, hostOnly, secretCookie } from './cookies.ts'

type Request = { headers: Headers }

const tokenOf = ({ headers }: Request): string | null =>
  cookieValue(headers.get('cookie') ?? undefined, hostOnly(cookieNames.browser, isHttps()))

/** The hash of the browser cookie; null if the request has none. */
export function browserOf(req: Request): string | null {
  const token = tokenOf(req)
  return isToken(token) ? hashToken(token) : null
}

const browserMs = 24 * 60 * 60_000

type Browser = { browser: string; cookie: string }

/** The hash of the browser cookie, which is created if the request has none, and its Set-Cookie. */
export function browserWithCookie(req: Request): Browser {
  const sent = tokenOf(req)
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
