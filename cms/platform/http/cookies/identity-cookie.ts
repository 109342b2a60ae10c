import { createToken, hashToken, isToken } from '../../crypto/tokens.ts'
import { isHttps } from '../../runtime/env.ts'
import { cookieValue, hostOnlyName, secretCookie } from './cookies.ts'

type WithHeaders = { headers: Headers }

/** The hash of a cookie's value, and its Set-Cookie. */
export type Identity = { hash: string; cookie: string }

/**
 * A cookie with a random token that identifies a browser. Only the token's hash is stored.
 * @param name without the prefix `__Host-`
 */
export function createIdentityCookie(name: string, maxAgeMs: number) {
  const tokenOf = ({ headers }: WithHeaders): string | null => {
    const value = cookieValue(headers.get('cookie') ?? undefined, hostOnlyName(name, isHttps()))
    return isToken(value) ? value : null
  }
  const identityOf = (value: string): Identity => ({
    hash: hashToken(value),
    cookie: secretCookie(name, { value, maxAgeMs, sameSite: 'Strict' }, isHttps()),
  })
  return {
    /** The hash of the cookie; null if the request has none. */
    find: (req: WithHeaders): string | null => {
      const token = tokenOf(req)
      return token && hashToken(token)
    },
    /** The identity in the request's cookie. Creates an identity if the request has none. */
    findOrCreate: (req: WithHeaders): Identity => identityOf(tokenOf(req) ?? createToken()),
    create: (): Identity => identityOf(createToken()),
  }
}
