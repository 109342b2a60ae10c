import { editCookie } from '../editing/rules.ts'

/** Names of the cookies that tell one person's request from another's. */
export const cookieNames = {
  /** Staff, set by Payload. */
  staff: 'payload-token',
  /** A browser on which somebody on the staff has signed in before. */
  device: 'common-room-device',
  /** Members. */
  session: 'common-room-session',
  /** A browser that is about to prove who its person is: codes and challenges are for it alone. */
  browser: 'common-room-browser',
  /** A device that members have proved to be theirs. */
  trust: 'common-room-trust',
  edit: editCookie,
  /** The site runs as an installed app. */
  installed: 'common-room-installed',
} as const

/**
 * - `shared`: nobody in particular; may read the page cache and fill it
 * - `personal`: a member; pages are the same for everyone, so it reads, but never fills
 * - `staff`: says to be on the staff, whose pages are made for them alone: neither, once that is true
 */
export type Audience = 'shared' | 'personal' | 'staff'

/** Who a request with this Cookie header speaks for, as far as the page cache is concerned. */
export function audienceOf(header: string | undefined): Audience {
  if (!header) return 'shared'
  if (hasCookie(header, cookieNames.staff)) return 'staff'
  const isPersonal =
    hasCookie(header, cookieNames.edit) ||
    hasCookie(header, cookieNames.session) ||
    hasCookie(header, hostOnly(cookieNames.session, true))
  return isPersonal ? 'personal' : 'shared'
}

/**
 * The name under which a cookie is kept: over https one that browsers take from this very host alone
 * (RFC 6265bis, section 4.1.3.2).
 */
export const hostOnly = (name: string, https: boolean): string => (https ? `__Host-${name}` : name)

type Kept = { value: string; maxAgeMs: number; sameSite: 'Lax' | 'Strict' }

/** A cookie that no script reads, as a `Set-Cookie` line; without a value it is taken away. */
export function secretCookie(name: string, kept: Kept | null, https: boolean): string {
  const { value, maxAgeMs, sameSite } = kept ?? { value: '', maxAgeMs: 0, sameSite: 'Lax' }
  const scope = `Path=/; Max-Age=${Math.floor(maxAgeMs / 1000)}; HttpOnly; SameSite=${sameSite}`
  return `${hostOnly(name, https)}=${value}; ${scope}${https ? '; Secure' : ''}`
}

export const hasCookie = (header: string | undefined, name: string): boolean =>
  cookieValue(header, name) !== null

/** The value of a cookie in a Cookie header, or null where it is not sent. */
export function cookieValue(header: string | undefined, name: string): string | null {
  const cookie = header?.split(';').find((each) => each.trim().startsWith(`${name}=`))
  return cookie?.trim().slice(name.length + 1) ?? null
}
