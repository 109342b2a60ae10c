import { toastMs } from '../../../cms/platform/ui/toasts.ts'

const welcome = {
  title: 'Access Granted',
  description: 'Welcome to The Common Room, for Common People',
}
const byPasskey = (product: string) =>
  `${product} Membership access granted via secure Face ID/Passkey`

/** The gate's toasts. Source: spec sections 2, 4 and 8. */
export const gateToasts = {
  welcome: { ...welcome, durationMs: 2_000 },
  /** Both texts in one toast, because they appear at the same time. It takes longer to read than `welcome`. */
  welcomeByPasskey: (product: string) => ({
    ...welcome,
    durationMs: toastMs.withDescription,
    description: `${welcome.description}. ${byPasskey(product)}`,
  }),
  granted: (product: string) => ({ title: byPasskey(product) }),
  relink: {
    title: 'Please link this device again',
    description: 'It’s been more than 180 days since it last was. It takes a minute.',
  },
  linked: (email: string) => ({
    title: 'Membership Linked',
    description: `${email} is linked to this device. Notifications will be personalised.`,
  }),
} as const

/**
 * Toasts of the sign-in dialog. `hint` stays at the field while the toast disappears.
 * Source: spec sections 5 and 8, "Sign-in toasts".
 */
export const signInToasts = {
  emailRequired: {
    title: 'Email required',
    description: 'Please enter your email address.',
    hint: 'The address is missing.',
  },
  denied: {
    title: 'Access denied',
    description: 'This email address is not authorized.',
    hint: 'Try another address.',
  },
  notChecked: { title: 'Validation error', hint: 'Check the address, then send it again.' },
  codeRequired: {
    title: 'Code required',
    description: 'Please enter the 6-digit code from your email.',
    hint: 'The code has six digits.',
  },
  sent: { title: 'Code sent!' },
  sentLink: { title: 'Link sent!', description: 'Open it, and press the button there.' },
  done: { title: 'Signed in successfully!' },
  notSent: { title: 'Authentication failed', hint: 'No code was sent.' },
  wrongCode: {
    title: 'Invalid code',
    description: 'It may be mistyped or too old. Try again, or send a new one.',
    hint: 'This code does not work.',
  },
  notVerified: { title: 'Verification failed', hint: 'You are not signed in.' },
  unexpected: {
    title: 'Unexpected error',
    description: 'The server could not be reached. Please try again.',
    hint: 'Nothing you typed is lost.',
  },
} as const

/** Errors of the link dialog. Source: spec sections 5 and 8, "Link". */
export const linkProblems = {
  invalid_email: 'Please enter a valid email.',
  no_passkey: 'No device passkey found. Please try Face ID again.',
  not_subscribed: 'That email is not an active subscriber.',
  not_sent: 'Could not send code. Please try again.',
  short_code: 'Enter the 6‑digit code from your email.',
  wrong_code: 'Invalid or expired code. Please try again.',
} as const
export type LinkProblem = keyof typeof linkProblems

/** Source: spec section 8, "Sign out". */
export const signOutToasts = {
  done: { title: 'Signed out successfully', description: 'You have been signed out.' },
  failed: 'Sign out failed',
} as const

/** Texts of the passkey dialog. Source: spec section 2. */
export const passkeyTexts = {
  title: 'Unlock The Common Room',
  lead: 'Your phone or computer knows that it’s you. No password, nothing to remember.',
  leadLinking:
    'First the passkey of this device. If it isn’t linked yet, tell us the address our letter comes to.',
  use: 'Use Face ID / Passkey',
  email: 'Email instead',
  make: 'Make a new passkey',
  /** Uses any passkey for this site, including passkeys on other devices; see `requestPasskey`. */
  any: 'I have a passkey already',
} as const

export const signInTexts = {
  title: 'Sign in with email',
  lead: 'Write down your address, and we’ll send you a code to come in with.',
  leadAfterLink:
    'A link is on its way, in the place of a code. Open it, and press the button there.',
  send: 'Send code',
  verify: 'Sign in',
} as const

export const linkTexts = {
  title: 'Link Membership',
  lead: {
    // The passkey was just made or used.
    new: 'One last thing: which address does our letter come to? We’ll send a code there, and this device is linked to your membership.',
    // The stored passkey is not linked, cannot be checked, or the device trust has expired.
    relink:
      'Which address does our letter come to? We’ll send a code there, and this device is linked.',
    // The footer's link started the flow.
    fromFooter:
      'Which address does our letter come to? We’ll send a code there, and this device is linked to your membership.',
  },
  send: 'Send code',
  verify: 'Link',
  unlinked: 'Come in without linking',
  already: {
    lead: 'This device is linked to your membership already. The room opens by face, finger or PIN.',
    enter: 'Go in',
  },
  confirm: {
    lead: 'The code is right. Now use the passkey, so that only yours opens your membership.',
    onePasskey: 'The passkey here, and when it was made:',
    severalPasskeys: 'The passkeys here, and when they were made. Only the one you use is linked:',
    use: 'Use this passkey',
    notMine: 'Not mine: make a new one',
    unknown: 'Passkey',
  },
  subscribe: 'Get the letter: it makes you a member',
} as const

/** The dialog before sensitive changes. */
export const proofTexts = {
  title: 'Is it you?',
  lead: {
    passkey: 'This takes more than being signed in. Show us once more that it’s you.',
    code: (email: string) => `This takes more than being signed in. We’ll send a code to ${email}.`,
  },
  send: 'Send code',
  instead: 'Send a code instead',
  verify: 'That’s me',
} as const

/** The passkey offer after a sign-in by code. */
export const offerTexts = {
  title: 'Next time, just your thumb',
  lead: 'Keep a passkey on this device and the door opens by face, finger or PIN. No code, no waiting for mail.',
  letter: 'It opens once our letter comes to you; none does so far.',
  subscribe: 'Get the letter',
  make: 'Make a passkey',
  decline: 'Not now',
  made: 'Your passkey is saved on this device.',
  failed: 'The passkey could not be made. Please try again.',
} as const
