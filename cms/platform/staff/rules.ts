const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How long a session lasts. Using it does not extend it. */
export const sessionMs = 12 * hourMs

/** How long a proof allows an admin to change who can sign in. */
export const proofMs = 5 * minuteMs

/** How long the token of a replaced session is still accepted, for requests that were in flight. */
export const replacedMs = 10_000

/** How long the link to a new password is valid. */
export const resetLinkMs = hourMs
/** How long an invitation is valid. */
export const invitationMs = 7 * 24 * hourMs
/** How long the link that creates the first admin is valid. */
export const firstAdminLinkMs = 24 * hourMs

export const passwordMinLength = 12
