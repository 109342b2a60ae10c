import type { VenueArea } from '../venue/rules.ts'

/** The longest caption and alternative text, in characters. */
export const maxCaptionLength = 280
export const maxAltLength = 300
export const maxReasonLength = 280

/** Who sees a moment: signed-in members, or everybody. */
export const audiences = ['members', 'everybody'] as const

/**
 * - `encoding`: the upload waits to be re-encoded
 * - `failed`: the upload cannot be shown; its author is told why, and can send it again
 * - `waiting`: staff look at it before anybody else sees it
 * - `shown`: its audience sees it
 * - `hidden`: only its author and staff see it
 */
export const momentStates = ['encoding', 'failed', 'waiting', 'shown', 'hidden'] as const
export type MomentState = (typeof momentStates)[number]

/**
 * Why a moment waits or is hidden: one of the first of its author (`first`), similar to a removed one (`lookalike`), taken
 * down by somebody in it (`taken_down`), hidden by staff (`staff`).
 */
export const holdReasons = ['first', 'lookalike', 'taken_down', 'staff'] as const
export type HoldReason = (typeof holdReasons)[number]

export const reactionKinds = ['love', 'cheers', 'laugh'] as const
export type ReactionKind = (typeof reactionKinds)[number]

export const reportKinds = ['report', 'take_down'] as const

/** How many moments of a member staff show before later ones are shown at once. */
export const trustedAfter = 3

/** Whether a moment that was re-encoded is shown at once. */
export function stateOfNew({
  shownBefore,
  isLookalike,
}: {
  /** Moments of the author that staff have shown. */
  shownBefore: number
  isLookalike: boolean
}): { state: 'shown' | 'waiting'; reason: HoldReason | null } {
  if (isLookalike) return { state: 'waiting', reason: 'lookalike' }
  return shownBefore < trustedAfter
    ? { state: 'waiting', reason: 'first' }
    : { state: 'shown', reason: null }
}

/** The widths of the files in pixels; those that are not wider than the picture, or else its own width. */
export const pictureWidths = [480, 1200, 2400] as const
export function widthsFor(width: number): number[] {
  const fitting = pictureWidths.filter((each) => each <= width)
  return fitting.length ? fitting : [width]
}
export const fileFormats = ['avif', 'webp'] as const
export type FileFormat = (typeof fileFormats)[number]

/** What browsers scale pictures to before they send them, in pixels of the longer side. */
export const sentPixels = 2400
export const maxUploadBytes = 12 * 1024 * 1024
/** How many files a form without scripts may have. */
export const maxFiles = 12

/** How long an upload may wait to be re-encoded. It is deleted afterwards. */
export const originalMinutes = 55
/** How often a process may begin to re-encode an upload. An upload that kills the process fails after that. */
export const maxEncodings = 3

export const perPage = 24
/** How many moments the page of an event or area shows. */
export const onPublicPage = 6

/** Two pictures look alike if at most this many of the 64 bits of their hashes differ. */
export const lookalikeBits = 10

/** How long the hashes of removed moments are kept. */
export const removedMonths = 24

/** How many bits of two hashes of the same length differ. */
export function differingBits(one: string, other: string): number {
  let count = 0
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) count++
  return count
}

/** The alternative text that is proposed, and stored if the author writes none. */
export const proposeAlt = ({ event, area }: { event: string | null; area: string }): string =>
  event ? `A moment from ${event}, ${area}` : `A moment in the ${area}`

/** The first word of a name, which is all that others see of it. */
export const firstNameOf = (name: string | null): string | null =>
  name?.trim().split(/\s+/)[0] || null

/** The path of a file of a moment. @param way `files` for members, `public` for everybody, `staff` for staff */
export const momentFilePath = (
  way: 'files' | 'public' | 'staff',
  moment: number,
  width: number,
  format: FileFormat,
): string => `/api/moments/${way}/${moment}/${width}-${format}`

export const momentSources = (
  way: 'files' | 'public' | 'staff',
  { id, widths }: { id: number; widths: readonly number[] },
  format: FileFormat,
): string => widths.map((width) => `${momentFilePath(way, id, width, format)} ${width}w`).join(', ')

export const momentsPath = '/common-room/member/moments'

/** What the wall shows. `before` is the id of the last moment of the previous page. */
export type WallView = {
  area: VenueArea | null
  event: number | null
  /** `YYYY-MM` */
  month: string | null
  before: number | null
}

const idIn = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null

/** Reads the query of the wall; values that it does not know are ignored. */
export function readWallView(
  query: URLSearchParams,
  isArea: (text: string | null) => text is VenueArea,
): WallView {
  const [area, month] = [query.get('area'), query.get('month')]
  return {
    area: isArea(area) ? area : null,
    event: idIn(query.get('event')),
    month: month !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : null,
    before: idIn(query.get('before')),
  }
}

/** The moment that the wall's query names; null if it names none. */
export const readMomentId = (query: URLSearchParams): number | null => idIn(query.get('moment'))

/** The path of the wall with a view, and with an open moment. */
export function wallPath(view: Partial<WallView>, moment?: number): string {
  const query = new URLSearchParams()
  for (const name of ['area', 'event', 'month', 'before'] as const) {
    const value = view[name]
    if (value) query.set(name, String(value))
  }
  if (moment) query.set('moment', String(moment))
  return momentsPath + (query.size ? `?${query}` : '')
}
