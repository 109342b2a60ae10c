/** The event of the document that says that the signed-in member's credit is in another state, and its channel. */
export const creditEvent = 'common-room-credit'
