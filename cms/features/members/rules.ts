const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Results about fewer distinct members than this are not shown. */
export const minMembers = 5

/** Digits of an emailed code. Source: spec section 9, "Code length". */
export const codeLength = 6
/** How long a code is valid, and how many attempts it allows. A code can be used once. */
export const codeLivesMs = 10 * minuteMs
export const codeTries = 5
/**
 * How many wrong codes are allowed in a time window. After that, links are mailed instead of codes. The limits
 * are per address (`ofAddressInDay`), per network of a provider (`ofNetwork…`), and for all untrusted devices
 * together (`ofAll…`, a circuit breaker). The circuit breaker opens only if at least five networks reach their
 * limit. `README.md` of this folder has the resulting probability of a guess.
 */
export const wrongCodeLimits = {
  ofAddressInDay: 20,
  ofNetworkInHour: 10,
  ofNetworkInDay: 25,
  ofAllInHour: 50,
  ofAllInDay: 200,
} as const
/** A valid link is mailed again only when it is at least this old. */
export const linkAgainMs = 2 * minuteMs
/** The pause between two codes for one purpose to one address, for each browser or trusted device. */
export const codeEveryMs = minuteMs

/** How long an access token is valid. */
export const accessTokenMs = 15 * minuteMs
/** How often the browser checks whether its token needs a refresh. Source: spec section 9. */
export const authCheckMs = 30_000
/** A token is refreshed when this many checks are left before it expires. Source: spec section 9. */
export const refreshAtTicks = 3
/**
 * How long the previous session cookie stays valid after a request first sent the new one. Other tabs may still
 * send the previous cookie.
 */
export const refreshGraceMs = 10_000
/** How long the response to a renewal can be in flight; browsers give up sooner. */
export const renewalMs = 25_000
/** A session ends after `sessionIdleMs` without use, and at the age of `sessionLongestMs`. */
export const sessionIdleMs = 30 * dayMs
export const sessionLongestMs = 180 * dayMs
/** How long a proof, by passkey or code, allows sensitive changes. */
export const proofMs = 5 * minuteMs
/** Passkeys added within this time are listed when their member signs out everywhere. */
export const recentPasskeyMs = 30 * dayMs
/** How long a device is trusted. Source: spec section 9, "Device trust expiry". */
export const trustMs = 180 * dayMs
/** Maximum number of trusted devices per member. If there are more, the least recently used ones are removed. */
export const maxDevices = 20

/**
 * Whether a token needs a refresh at this check.
 * @param expiresAt in seconds since 1970
 */
export const isDueForRefresh = (expiresAt: number, nowMs: number): boolean =>
  (expiresAt * 1000 - nowMs) / authCheckMs <= refreshAtTicks

/** Whether a text has the form of an emailed code: six ASCII digits. */
export const isCode = (text: string): boolean => /^[0-9]{6}$/.test(text)

/**
 * The messages of membership errors, by code. Source: spec sections 5, 7 and 8. Messages that the spec does not
 * define are our own.
 */
export const membershipErrors = {
  invalid_email: 'Please enter a valid email.',
  invalid_code: 'Invalid or expired code. Please try again.',
  invalid_handle: 'A user handle has 1 to 64 bytes, in base64url.',
  access_denied: 'This email address is not authorized.',
  suspended: 'This membership is suspended. Please talk to us at the venue.',
  too_soon: 'A code was just sent. Please wait a minute before you ask for another one.',
  too_often: 'That was often enough for now. Please try again later.',
  work_required:
    'Many codes were sent there today. Your browser has to do a little work for another one, which takes JavaScript.',
  link_required:
    'Too many wrong codes were tried. Ask again, and we’ll send you a link in the place of a code.',
  codes_paused:
    'Too many wrong codes were tried, so a passkey can’t be linked by code for now. Sign in by email instead, then add a passkey in your profile.',
  invalid_link: 'That link was used already, or is too old. Ask for another one.',
  signed_out: 'You are not signed in. Please sign in again.',
  cookie_required: 'This takes the session of your browser. Please sign in again.',
  session_mismatch: 'You have signed in again meanwhile. Please load the page again.',
  proof_required: 'Please confirm that it’s you, and try again.',
  token_expired: 'Your sign-in has to be renewed.',
  invalid_signature: 'Invalid JWT signature',
} as const
