/** The cookie with which a visitor opts out. A test compares it with `optOutCookie` in `cms/analytics/rules.ts`. */
const optOut = /\banalytics=off\b/

/**
 * Whether this visit is counted: not in a frame of the editor, not of staff, and not against the visitor's will
 * (Global Privacy Control, w3c.github.io/gpc, or the opt-out cookie). It may change while a page is open.
 */
export const isCounted = (): boolean =>
  self === top &&
  document.documentElement.dataset.editing === undefined &&
  !(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl &&
  !optOut.test(document.cookie)
