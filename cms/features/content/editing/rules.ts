export { editCookie } from '../../../platform/http/rules.ts'

/**
 * Texts with more characters, or with a line break, are edited in a field with several lines. Source: spec
 * section 5.
 */
export const multilineOver = 100
export const isMultiline = (text: string): boolean =>
  text.length > multilineOver || text.includes('\n')

/** How long a tab counts as present after its last heartbeat, in ms. */
export const presenceMs = 15_000
/** Interval of a tab's heartbeats, in ms. */
export const presenceEveryMs = 5_000
/** How long undo can restore a discarded draft, in ms. */
export const discardedMs = 10_000
/** How long a failed scheduled change is shown, in days. */
export const failuresShownDays = 14
/** How late a scheduled change may be before staff are warned, in ms. */
export const overdueMs = 2 * 60_000
