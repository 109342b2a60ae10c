/** The page that shows guests who came without a booking their place. */
export const waitingPage = /^\/book\/waiting\/[^/]+$/
