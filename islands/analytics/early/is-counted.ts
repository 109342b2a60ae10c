/** The cookie with which a visitor opts out. A test compares it with `optOutCookie` in `cms/features/analytics/rules.ts`. */
const optOut = /\banalytics=off\b/

/**
 * Whether this visit is counted. It is not counted in a frame of the editor, for staff, or if the visitor objects
 * (Global Privacy Control, w3c.github.io/gpc, or the opt-out cookie). The result may change while a page is open.
 */
export const isCounted = (): boolean =>
  self === top &&
  document.documentElement.dataset.editing === undefined &&
  !(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl &&
  !optOut.test(document.cookie)
