/** The page of an organiser's link. Without a valid token, the page offers to mail a new link. */
export const managePage = /^\/manage-event(\/[^/]+)?$/
