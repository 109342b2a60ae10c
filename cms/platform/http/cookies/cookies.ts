import { editCookie } from '../rules.ts'

/** Names of the cookies that the server reads. */
export const cookieNames = {
  /** Staff session. */
  staff: 'payload-token',
  /** A browser on which a staff member has signed in before. */
  device: 'common-room-device',
  /** Member session. */
  session: 'common-room-session',
  /** A browser that requested a code or challenge, which is valid in that browser only. */
  browser: 'common-room-browser',
  /** A trusted device of a member. */
  trust: 'common-room-trust',
  /** A browser that gets nudges by push. */
  push: 'common-room-push',
  /** The email address in the last sent form, for the page that follows the form. */
  sentTo: 'common-room-sent-to',
  edit: editCookie,
  /** The site runs as an installed app. */
  installed: 'common-room-installed',
} as const

/**
 * How a request may use the page cache.
 * - `shared`: without a session; reads and fills the cache
 * - `personal`: with a member session or the cookie of the edit mode; reads the cache, but never fills it
 * - `staff`: with a staff cookie; if its session is valid, neither reads nor fills the cache, because staff
 *   get their own pages
 */
export type Audience = 'shared' | 'personal' | 'staff'

/** The audience of a request with this Cookie header. */
export function audienceOf(header: string | undefined): Audience {
  if (!header) return 'shared'
  if (
    [cookieNames.staff, hostOnlyName(cookieNames.staff, true)].some((name) =>
      hasCookie(header, name),
    )
  ) {
    return 'staff'
  }
  const isPersonal =
    hasCookie(header, cookieNames.edit) ||
    hasCookie(header, cookieNames.session) ||
    hasCookie(header, hostOnlyName(cookieNames.session, true))
  return isPersonal ? 'personal' : 'shared'
}

/**
 * The name under which a cookie is set. Over https the name gets a prefix, so that browsers accept the cookie from
 * this host only (RFC 6265bis, section 4.1.3.2).
 */
export const hostOnlyName = (name: string, https: boolean): string =>
  https ? `__Host-${name}` : name

type Cookie = { value: string; maxAgeMs: number; sameSite: 'Lax' | 'Strict' }

/** The Set-Cookie header of an HttpOnly cookie; if `cookie` is null, the header removes the cookie. */
export function secretCookie(name: string, cookie: Cookie | null, https: boolean): string {
  const { value, maxAgeMs, sameSite } = cookie ?? { value: '', maxAgeMs: 0, sameSite: 'Lax' }
  const scope = `Path=/; Max-Age=${Math.floor(maxAgeMs / 1000)}; HttpOnly; SameSite=${sameSite}`
  return `${hostOnlyName(name, https)}=${value}; ${scope}${https ? '; Secure' : ''}`
}

export const hasCookie = (header: string | undefined, name: string): boolean =>
  cookieValue(header, name) !== null

/**
 * The value of a cookie in a Cookie header; null if the cookie is missing. Takes linear time and does not split
 * the header, because each request looks up several names and a header may have hundreds of cookies.
 */
export function cookieValue(header: string | undefined, name: string): string | null {
  if (!header) return null
  const prefix = `${name}=`
  for (let at = header.indexOf(prefix); at >= 0; at = header.indexOf(prefix, at + 1)) {
    let before = at - 1
    while (header[before]?.trim() === '') before--
    if (before >= 0 && header[before] !== ';') continue
    const start = at + prefix.length
    const end = header.indexOf(';', start)
    return header.slice(start, end < 0 ? undefined : end).trimEnd()
  }
  return null
}
