/**
 * The cookie that says whether staff edit or preview; set by the browser, it means nothing without a
 * staff session.
 */
export const editCookie = 'common-room-edit'

/** Longest text of one content record, in characters. */
export const longestText = 10_000

/** Margins in spacing steps, with the names editors choose by. Source: spec section 9. */
export const marginSteps = [0, 1, 2, 4, 8] as const
export const marginNames = ['None', 'Small', 'Medium', 'Large', 'X-Large'] as const

/** A text is written in several lines when it is longer than this or has a line break (spec section 5). */
export const multilineOver = 100
export const isMultiline = (text: string): boolean =>
  text.length > multilineOver || text.includes('\n')

/** How long a tab that said nothing still counts as being there, in ms. */
export const presenceMs = 15_000
/** How often a tab says where it is, in ms. */
export const presenceEveryMs = 5_000
/** How long something thrown away can be brought back, in ms. */
export const discardedMs = 10_000
/** How long a draft that was written over stays in the history, in days; what was live stays for good. */
export const draftsKeptDays = 365
/** How long a scheduled change that was given up is told of, in days. */
export const failuresShownDays = 14
/** How late a scheduled change may be before staff are warned, in ms. */
export const overdueMs = 2 * 60_000
