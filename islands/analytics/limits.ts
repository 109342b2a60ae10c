// Copies of some rules. An import would add the whole object that contains them to the tracker. A test compares the
// copies with `cms/analytics/rules.ts`.

/** The greatest length of texts, ids and classes of elements. */
export const maxTextLength = 100
/** After a pause of this length, the next view begins another visit. */
export const pauseMs = 30 * 60_000
export const slowPaintMs = 4_000
