import { editCookie } from '../editing/rules.ts'

/** Names of the cookies that tell one person's request from another's. */
export const cookieNames = {
  /** Staff, set by Payload. */
  staff: 'payload-token',
  /** A browser on which somebody on the staff has signed in before. */
  device: 'common-room-device',
  /** Members. */
  session: 'common-room-session',
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
  return hasCookie(header, cookieNames.edit) || hasCookie(header, cookieNames.session)
    ? 'personal'
    : 'shared'
}

export const hasCookie = (header: string | undefined, name: string): boolean =>
  cookieValue(header, name) !== null

/** The value of a cookie in a Cookie header, or null where it is not sent. */
export function cookieValue(header: string | undefined, name: string): string | null {
  const cookie = header?.split(';').find((each) => each.trim().startsWith(`${name}=`))
  return cookie?.trim().slice(name.length + 1) ?? null
}
