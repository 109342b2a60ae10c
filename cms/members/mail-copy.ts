import type { MailBranding } from '../mail/branding.ts'
import type { Action, Code } from '../mail/templates/PlainMail.tsx'
import type { LettersMoved } from '../newsletter/rules.ts'
import type { Purpose } from './queries/codes.ts'

const headings: Record<Purpose, string> = {
  sign_in: 'Your code',
  link: 'Link your passkey',
  confirm: 'Is it you?',
  old_address: 'Is it you who moves?',
  new_address: 'Your new address',
}

const sentences: Record<Purpose, (name: string) => string> = {
  sign_in: (name) => `Type this code where you asked for it, and you are in ${name}.`,
  link: (name) => `Type this code where you asked for it, and your passkey opens ${name}.`,
  confirm: (name) =>
    `Somebody, you we hope, is about to change how your account at ${name} is opened, to take its data along or to end it. It takes this code.`,
  old_address: (name) =>
    `Somebody, you we hope, wants ${name} to know another address in the place of this one. It takes this code, and the one that went to the new address.`,
  new_address: (name) =>
    `Somebody, you we hope, wants this to be their address at ${name}. It takes this code, and the one that went to the old address.`,
}

/** The mail with a code. It contains nothing that a stranger wrote. */
export const codeWords = (branding: MailBranding, purpose: Purpose, code: string): Code => ({
  branding,
  subject: `${code} is your code for ${branding.name}`,
  heading: headings[purpose],
  paragraphs: [
    sentences[purpose](branding.name),
    'It is good for ten minutes, once, in the browser that asked for it.',
  ],
  code,
  note: 'Wasn’t you? Then do nothing, and tell nobody the code. We never ask for it.',
})

/** The mail with a link in the place of a code, after too many wrong codes. */
export const linkWords = (branding: MailBranding, token: string): Action => ({
  branding,
  subject: `Your way into ${branding.name}`,
  heading: 'Your way in',
  paragraphs: [
    `Press the button, and once more on the page behind it, and you are in ${branding.name}.`,
    'It is good for ten minutes, once. You get it in the place of a code, because wrong codes were tried lately.',
  ],
  button: { label: 'Sign in', url: `${branding.siteUrl}/common-room/sign-in/${token}` },
  note: 'Wasn’t you? Then do nothing, and pass the mail on to nobody. Nobody gets in without it.',
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
  passkey_removed: { subject: 'A passkey was removed', heading: 'A passkey less' },
  new_device: { subject: 'A new device', heading: 'A new device' },
  address_changed: { subject: 'A new address', heading: 'You moved' },
  deletion_asked: { subject: 'Your account is about to be deleted', heading: 'Leaving?' },
}

const lettersMoved: Record<LettersMoved, string> = {
  none: '',
  followed: ' Your letters go there too.',
  joined: ' Letters went there already, so those that came here have ended.',
  ended:
    ' Your letters have ended: that address takes none from us. Ask for them on our site if you want them there.',
}

function sentenceOf(event: Event, name: string): string {
  switch (event.what) {
    case 'passkey_added':
      return `A passkey${event.detail ? ` in ${event.detail}` : ''}${event.madeAt ? `, made on ${event.madeAt},` : ''} now opens ${name} for you.`
    case 'passkey_removed':
      return `A passkey${event.detail ? ` (${event.detail})` : ''} opens ${name} for you no more.`
    case 'new_device':
      return `You came into ${name} with a device that is new to us: ${event.detail}.`
    case 'address_changed':
      return `From now on we write to ${event.detail}, and no more to this address.${lettersMoved[event.letters]}`
    case 'deletion_asked':
      return `On ${event.detail} your account, and all that ${name} knows of you, will be deleted. Until then you can change your mind in your profile.`
  }
}

/**
 * The notice of a change to an account.
 * @param at when it was made, in the venue's time zone
 */
export const eventWords = (branding: MailBranding, event: Event, at: string): Action => ({
  branding,
  subject: `${happened[event.what].subject} at ${branding.name}`,
  heading: happened[event.what].heading,
  paragraphs: [
    sentenceOf(event, branding.name),
    `That was on ${at}. If it was you, there is nothing to do.`,
  ],
  ...(event.what === 'address_changed'
    ? { note: movedNote(event.reach) }
    : {
        button: {
          label: 'Look at my account',
          url: `${branding.siteUrl}/common-room/member/profile`,
        },
        note: 'Wasn’t you? Open your account with the button, sign out everywhere, and remove what you don’t know.',
      }),
})

// The reader has the old address, which does not open the account any more.
const movedNote = (reach: string): string =>
  `Wasn’t you? Then tell us at once${reach ? `: ${reach}` : ', at the venue'}. With this address you can’t open your account any more.`
