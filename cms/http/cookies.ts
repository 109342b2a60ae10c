/** Names of the cookies that tell one person's request from another's. */
export const cookieNames = {
  /** Staff, set by Payload. */
  staff: 'payload-token',
  /** Members. */
  session: 'common-room-session',
  /** Staff who look at drafts. */
  edit: 'common-room-edit',
  /** The site runs as an installed app. */
  installed: 'common-room-installed',
} as const

/**
 * - `shared`: nobody in particular; may read the page cache and fill it
 * - `personal`: signed in; pages are the same for everyone, so it reads, but never fills
 * - `edit`: sees drafts; neither
 */
export type Audience = 'shared' | 'personal' | 'edit'

/** Who a request with this Cookie header speaks for, as far as the page cache is concerned. */
export function audienceOf(header: string | undefined): Audience {
  if (!header) return 'shared'
  if (hasCookie(header, cookieNames.edit)) return 'edit'
  return hasCookie(header, cookieNames.staff) || hasCookie(header, cookieNames.session)
    ? 'personal'
    : 'shared'
}

export function hasCookie(header: string | undefined, name: string): boolean {
  return header?.split(';').some((each) => each.trim().startsWith(`${name}=`)) ?? false
}
