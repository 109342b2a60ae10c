/**
 * The path of the secret kitchens. On their host, everything is at it or below it: pages, calls, the service worker.
 * Source: spec section 2.
 */
export const secretRoot = '/secretkitchens'

/**
 * The path as the page for the secret kitchens that a form or a link may lead back to; null if it is another one.
 * @param path as a browser sent it
 */
export const secretPathOf = (path: unknown): string | null =>
  typeof path === 'string' && /^\/secretkitchens(\/[\w-]{1,100}){0,3}$/.test(path) ? path : null

/**
 * Cookie with the mode of a staff member: edit or preview. A script in the browser sets it. The server
 * ignores it without a staff session.
 */
export const editCookie = 'common-room-edit'
