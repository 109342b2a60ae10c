import { errors, jwtVerify, SignJWT } from 'jose'
import type { Payload } from 'payload'
import { cameToSecretHost } from '../../../platform/http/server/hosts.ts'
import { env } from '../../../platform/runtime/env.ts'
import { memberError } from '../errors.ts'
import { accessTokenMs } from '../rules.ts'
import { algorithm, loadSigningKeys } from './signing-keys.ts'

// A token of one host is none on the other.
const audienceOf = (req: { headers: Headers }): string =>
  cameToSecretHost(req) ? 'secret-kitchens' : 'common-room'

/**
 * Signs an access token (RFC 7519) that is valid for fifteen minutes.
 * @returns the token and its expiry in seconds since 1970
 */
export async function signAccessToken(
  req: { payload: Payload; headers: Headers },
  { member, email, session }: { member: number; email: string; session: string },
): Promise<{ access_token: string; expires_at: number }> {
  const { signing } = await loadSigningKeys(req.payload)
  const now = Math.floor(Date.now() / 1000)
  const expires_at = now + accessTokenMs / 1000
  const access_token = await new SignJWT({ email, session_id: session })
    .setProtectedHeader({ alg: algorithm, kid: signing.kid, typ: 'JWT' })
    .setSubject(String(member))
    .setIssuer(env().SITE_URL)
    .setAudience(audienceOf(req))
    .setIssuedAt(now)
    .setExpirationTime(expires_at)
    .sign(signing.key)
  return { access_token, expires_at }
}

/**
 * The session that a token is for. The session itself may have ended.
 * @throws HttpError `token_expired`, `invalid_signature`
 */
export async function sessionOfToken(
  req: { payload: Payload; headers: Headers },
  token: string,
): Promise<string> {
  const keyOf = async ({ kid = '' }: { kid?: string }) => {
    const find = async (hasUnknownKid: boolean) =>
      (await loadSigningKeys(req.payload, hasUnknownKid)).publicKeys.get(kid)
    const key = (await find(false)) ?? (await find(true))
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }
  try {
    const { payload: claims } = await jwtVerify(token, keyOf, {
      algorithms: [algorithm],
      audience: audienceOf(req),
      issuer: env().SITE_URL,
      requiredClaims: ['exp', 'sub', 'session_id'],
    })
    return String(claims.session_id)
  } catch (cause) {
    if (cause instanceof errors.JWTExpired) throw memberError('token_expired', { cause })
    if (cause instanceof errors.JOSEError)
      throw memberError('invalid_signature', { cause, securityEvent: 'token_forged' })
    throw cause
  }
}
