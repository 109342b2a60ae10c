/** Cache tag of the redirects. */
export const redirectsTag = 'redirects'
