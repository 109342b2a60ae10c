const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Digits of an emailed code. Source: spec section 9, "Code length". */
export const codeLength = 6
/** A code is good for so long, once, and for so many tries. */
export const codeLivesMs = 10 * minuteMs
export const codeTries = 5
/** How long nobody is sent a second code for an address. */
export const codeEveryMs = minuteMs

/** How long an access token is believed. */
export const accessTokenMs = 15 * minuteMs
/** How often the browser looks whether its token is to be renewed. Source: spec section 9. */
export const authCheckMs = 30_000
/** It is, when no more of those looks are left before it ends. Source: spec section 9. */
export const refreshAtTicks = 3
/** For so long after the next cookie was seen the one before it is good, in tabs that come late. */
export const refreshGraceMs = 10_000
/** For so long the answer to a renewal may be on its way; a browser gives up on it sooner. */
export const renewalMs = 25_000
/** A session ends when nobody has used it for so long, and at the latest when it is that old. */
export const sessionIdleMs = 30 * dayMs
export const sessionLongestMs = 180 * dayMs
/** How long a device is trusted. Source: spec section 9, "Device trust expiry". */
export const trustMs = 180 * dayMs
/** How many devices of a member are trusted; of more, those that were used last. */
export const mostDevices = 20

/**
 * Whether a token is to be renewed at this look.
 * @param expiresAt as replies state it, in seconds
 */
export const isDueForRefresh = (expiresAt: number, nowMs: number): boolean =>
  (expiresAt * 1000 - nowMs) / authCheckMs <= refreshAtTicks

/** Whether a text can be an emailed code: digits of ASCII, no more and no less of them. */
export const isCode = (text: string): boolean => /^[0-9]{6}$/.test(text)

/**
 * Why the calls of a membership refuse, with what they say then. Programs read the name in `error`.
 * Source: spec sections 5, 7 and 8; the others are ours.
 */
export const membershipErrors = {
  invalid_email: 'Please enter a valid email.',
  invalid_code: 'Invalid or expired code. Please try again.',
  invalid_handle: 'A user handle has 1 to 64 bytes, in base64url.',
  access_denied: 'This email address is not authorized.',
  suspended: 'This membership is suspended. Please talk to us at the venue.',
  too_soon: 'A code was just sent. Please wait a minute before you ask for another one.',
  too_often: 'That was often enough for now. Please try again later.',
  signed_out: 'You are not signed in. Please sign in again.',
  token_expired: 'Your sign-in has to be renewed.',
  invalid_signature: 'Invalid JWT signature',
} as const
export type MembershipError = keyof typeof membershipErrors
