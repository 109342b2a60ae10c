// Copies of some rules, because the object that contains them would be in the tracker as a whole. A test compares
// them with `cms/analytics/rules.ts`.

/** Of texts, ids and classes of elements. */
export const longestText = 100
/** After so long, the next view begins another visit. */
export const pauseMs = 30 * 60_000
export const slowPaintMs = 4_000
