// Copies of rules in `cms/features/analytics/rules.ts`, compared by a test. Importing `maxLengths` or `vitalTargets` would add the
// whole object to the tracker, which needs one number of each.

/** The greatest length of texts, ids and classes of elements. */
export const maxTextLength = 100
/** After a pause of this length, the next view begins another visit. */
export const pauseMs = 30 * 60_000
export const slowPaintMs = 4_000
