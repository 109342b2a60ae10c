import { browserErrors } from '../../../platform/webauthn/rules.ts'

const minuteMs = 60_000

/** Length of a user handle in bytes. Source: spec section 9, "Passkey user id". */
export const handleBytes = { fewest: 1, most: 64 } as const
/** A passkey can be linked within this time after its ceremony. The mail with the code must arrive within it. */
export const linkWithinMs = 15 * minuteMs
/** A new passkey replaces the existing ones if it is created within this time after the replacement was requested. */
export const replaceWithinMs = 10 * minuteMs
/** How long the browser remembers that a passkey was just created. Source: spec section 9. */
export const recentRegistrationMs = 10 * minuteMs

/**
 * Whether a text is a user handle: 1 to 64 bytes in canonical base64url, without padding and with all unused bits
 * zero. Source: spec section 5.
 */
export function isHandle(text: string): boolean {
  const isBase64url = /^(?:[\w-]{4})*(?:[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])?$/.test(text)
  const bytes = Math.floor((text.length * 3) / 4)
  return isBase64url && bytes >= handleBytes.fewest && bytes <= handleBytes.most
}

/**
 * The messages of passkey errors, by code. Source: spec sections 5 and 8; `not_linked`, `staff_passkey`,
 * `too_many_passkeys` and messages that the spec does not define are our own.
 */
export const passkeyErrors = {
  ...browserErrors,
  no_user_handle: 'No passkey saved yet. We’ll create one now.',
  no_credentials: 'No passkey saved yet. We’ll create one now.',
  auth_options_failed: 'Your passkey could not be fetched. We’ll create one now.',
  server: 'There was an issue contacting the server. Please try again.',
  rp_context_changed: 'This site has moved since your passkey was made. Please register it again.',
  rp_id_mismatch: 'Your passkey belongs to another address of this site. Please register it again.',
  default: 'Biometric unlock failed. You can try again or use email.',
  verification_failed: 'Biometric unlock failed. You can try again or use email.',
  unknown: 'Biometric unlock failed. You can try again or use email.',
  ceremony_required: 'No device passkey found. Please try Face ID again.',
  not_linked: 'This passkey is not linked to a membership yet. Link it with your email first.',
  staff_passkey: 'This passkey is for the staff’s login. Choose another one, or use email.',
  not_subscribed: 'That email is not an active subscriber.',
  too_many_passkeys: 'You have ten passkeys, which is the most. Remove one in your profile first.',
} as const
export type PasskeyErrorCode = keyof typeof passkeyErrors
