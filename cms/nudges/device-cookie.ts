import { createToken, hashToken, isToken } from '../crypto/tokens.ts'
import { isHttps } from '../env.ts'
import { cookieNames, cookieValue, hostOnly, secretCookie } from '../http/cookies.ts'

type Request = { headers: Headers }

// The longest time that browsers keep a cookie.
const maxAgeMs = 400 * 24 * 60 * 60_000

const tokenOf = ({ headers }: Request): string | null => {
  const value = cookieValue(
    headers.get('cookie') ?? undefined,
    hostOnly(cookieNames.push, isHttps()),
  )
  return isToken(value) ? value : null
}

/** The hash of the cookie that identifies the device; null if the request has none. */
export function deviceKeyOf(req: Request): string | null {
  const token = tokenOf(req)
  return token && hashToken(token)
}

/** The hash of the cookie that identifies the device, which is created if there is none, and its Set-Cookie. */
export function deviceKeyWithCookie(req: Request): { keyHash: string; cookie: string } {
  const value = tokenOf(req) ?? createToken()
  const cookie = secretCookie(cookieNames.push, { value, maxAgeMs, sameSite: 'Strict' }, isHttps())
  return { keyHash: hashToken(value), cookie }
}
