/** The page of an organiser's link. Without a token, or with one that does not work, it offers to mail a new one. */
export const managePage = /^\/manage-event(\/[^/]+)?$/
