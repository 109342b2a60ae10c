/**
 * Paths, each with all paths below, of pages on which somebody works or decides. Nothing may cover the buttons of these
 * pages, so nudges and the question whether to turn nudges on wait until another page is shown. The intro plays on the
 * home page only. The till is a screen of the admin, which has none of these.
 */
const workPages = [
  // An organiser runs an event.
  '/manage-event',
  // Staff and organisers let guests in.
  '/check-in/door',
  // A guest confirms, takes, changes or cancels a reservation.
  '/calendar/reservation',
  // A subscriber confirms an address, or leaves.
  '/subscribe/confirm',
  '/unsubscribe',
  // A member signs in, confirms who they are, or moves credit.
  '/common-room/sign-in',
  '/common-room/claim',
  '/common-room/member/confirm',
  '/common-room/member/ledger',
] as const

export const isWorkPage = (path: string): boolean =>
  workPages.some((each) => path === each || path.startsWith(`${each}/`))
