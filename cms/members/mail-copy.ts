import type { MailBranding } from '../mail/branding.ts'
import type { Action, Code } from '../mail/templates/PlainMail.tsx'
import type { LettersMoved } from '../newsletter/rules.ts'
import { mailColorsOf } from '../venue/mail-colors.ts'
import type { Purpose } from './queries/codes.ts'

const colors = mailColorsOf('common-room')

const headings: Record<Purpose, string> = {
  sign_in: 'Your code',
  link: 'Link your passkey',
  confirm: 'Is this you?',
  old_address: 'Are you moving?',
  new_address: 'Your new address',
}

const sentences: Record<Purpose, (name: string) => string> = {
  sign_in: (name) => `Type this code where you asked for it and you’re in. Welcome to ${name}.`,
  link: (name) =>
    `Type this code where you asked for it, and from then on your passkey opens ${name}.`,
  confirm: (name) =>
    `Somebody, hopefully you, wants to download your data from ${name}, change how you sign in, or close your account. They need this code to do it.`,
  old_address: (name) =>
    `Somebody, hopefully you, is changing the email address on your ${name} account. That takes two codes: this one, and the one we’ve sent to the new address.`,
  new_address: (name) =>
    `Somebody, hopefully you, wants to use this address for their ${name} account. That takes two codes: this one, and the one we’ve sent to the old address.`,
}

/** The mail with a code. It contains nothing that a stranger wrote. */
export const codeWords = (branding: MailBranding, purpose: Purpose, code: string): Code => ({
  branding,
  colors,
  subject: `${code} is your code for ${branding.name}`,
  heading: headings[purpose],
  paragraphs: [
    sentences[purpose](branding.name),
    'It works once, for ten minutes, in the browser that asked for it.',
  ],
  code,
  note: 'Not you? Ignore this email and don’t share the code with anyone. We’ll never ask you for it.',
})

/** The mail with a link in the place of a code, after too many wrong codes. */
export const linkWords = (branding: MailBranding, token: string): Action => ({
  branding,
  colors,
  subject: `Your way into ${branding.name}`,
  heading: 'Your way in',
  paragraphs: [
    `Press the button, then press once more on the page it opens, and you’re in. Welcome to ${branding.name}.`,
    'It works once, for ten minutes. We’ve sent a link rather than a code because somebody has been trying wrong codes.',
  ],
  button: { label: 'Sign in', url: `${branding.siteUrl}/common-room/sign-in/${token}` },
  note: 'Not you? Ignore this email and don’t forward it. Nobody can get in without it.',
})

/**
 * Changes to an account that its member gets a notice of, because somebody else might have made them.
 * `detail` of a passkey: its name or provider; `madeAt`: when it was made, if that was earlier.
 * `reach`: how to contact the venue.
 */
export type Event =
  | { what: 'passkey_added'; detail: string | null; madeAt?: string }
  | { what: 'passkey_removed'; detail: string | null }
  | { what: 'new_device' | 'deletion_asked'; detail: string }
  | { what: 'address_changed'; detail: string; letters: LettersMoved; reach: string }

const happened: Record<Event['what'], { subject: string; heading: string }> = {
  passkey_added: { subject: 'A new passkey', heading: 'A new passkey' },
  passkey_removed: { subject: 'A passkey was removed', heading: 'One passkey fewer' },
  new_device: { subject: 'A new device', heading: 'A new device' },
  address_changed: { subject: 'A new address', heading: 'You’ve moved' },
  deletion_asked: { subject: 'Your account is about to be deleted', heading: 'Leaving?' },
}

const lettersMoved: Record<LettersMoved, string> = {
  none: '',
  followed: ' Your letters will go there too.',
  joined: ' Our letters were going there already, so we’ve stopped sending them here.',
  ended:
    ' Your letters have stopped: we don’t send any to that address. If you’d like them there, sign up again on our site.',
}

function sentenceOf(event: Event, name: string): string {
  switch (event.what) {
    case 'passkey_added':
      return `A passkey${event.detail ? ` saved in ${event.detail}` : ''}${event.madeAt ? `, created on ${event.madeAt},` : ''} now opens ${name} for you.`
    case 'passkey_removed':
      return `A passkey${event.detail ? ` (${event.detail})` : ''} no longer opens ${name} for you.`
    case 'new_device':
      return `You signed in to ${name} on a device we haven’t seen before: ${event.detail}.`
    case 'address_changed':
      return `From now on we’ll write to ${event.detail} and not to this address.${lettersMoved[event.letters]}`
    case 'deletion_asked':
      return `On ${event.detail} we’ll delete your account and everything ${name} knows about you. Until then you can change your mind in your profile.`
  }
}

/**
 * The notice of a change to an account.
 * @param at when it was made, in the venue's time zone
 */
export const eventWords = (branding: MailBranding, event: Event, at: string): Action => ({
  branding,
  colors,
  subject: `${happened[event.what].subject} at ${branding.name}`,
  heading: happened[event.what].heading,
  paragraphs: [
    sentenceOf(event, branding.name),
    `That was on ${at}. If it was you, there’s nothing more to do.`,
  ],
  ...(event.what === 'address_changed'
    ? { note: movedNote(event.reach) }
    : {
        button: {
          label: 'Look at my account',
          url: `${branding.siteUrl}/common-room/member/profile`,
        },
        note: 'Not you? Open your account with the button, sign out everywhere and remove anything you don’t recognise.',
      }),
})

// The reader has the old address, which does not open the account any more.
const movedNote = (reach: string): string =>
  `Not you? Tell us straight away${reach ? `: ${reach}` : ', at the venue'}. This address can’t open your account any more.`
