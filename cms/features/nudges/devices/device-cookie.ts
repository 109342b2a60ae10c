import { cookieNames } from '../../../platform/http/cookies/cookies.ts'
import { createIdentityCookie } from '../../../platform/http/cookies/identity-cookie.ts'

// The longest time that browsers keep a cookie.
const maxAgeMs = 400 * 24 * 60 * 60_000

/** The cookie that identifies a device. */
export const deviceCookie = createIdentityCookie(cookieNames.push, maxAgeMs)
