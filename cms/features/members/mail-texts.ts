import type { MailText } from '../../platform/mail/texts.ts'
import type { LettersMoved } from '../newsletter/rules.ts'
import type { Purpose } from './queries/codes.ts'

const codeText = (key: string, heading: string, sentence: string): MailText => ({
  key,
  defaultText: {
    subject: '{code} is your code for {venue}',
    heading,
    opening: `${sentence}\nIt works once, for ten minutes, in the browser that asked for it.`,
    closing:
      'Not you? Ignore this email and don’t share the code with anyone. We’ll never ask you for it.',
  },
  placeholders: {
    code: {
      is: 'the six digits',
      required: { in: 'subject', why: 'a phone shows the code there before the mail is opened.' },
    },
  },
})

/** The mails with a code. They contain no user input, because a stranger may have requested the code. */
export const codeTexts: Record<Purpose, MailText> = {
  sign_in: codeText(
    'sign_in_code',
    'Your code',
    'Type this code where you asked for it and you’re in. Welcome to {venue}.',
  ),
  link: codeText(
    'link_code',
    'Link your passkey',
    'Type this code where you asked for it, and from then on your passkey opens {venue}.',
  ),
  confirm: codeText(
    'confirm_code',
    'Is this you?',
    'Somebody, hopefully you, wants to send credit, download your data from {venue}, change how you sign in, or close your account. They need this code to do it.',
  ),
  old_address: codeText(
    'old_address_code',
    'Are you moving?',
    'Somebody, hopefully you, is changing the email address on your {venue} account. That takes two codes: this one, and the one we’ve sent to the new address.',
  ),
  new_address: codeText(
    'new_address_code',
    'Your new address',
    'Somebody, hopefully you, wants to use this address for their {venue} account. That takes two codes: this one, and the one we’ve sent to the old address.',
  ),
}

/** Why a link is mailed instead of a code: too many wrong codes, or too many requested codes. */
export type LinkReason = 'wrong codes' | 'many codes'

export const linkReasons: Record<LinkReason, string> = {
  'wrong codes': 'somebody has been trying wrong codes',
  'many codes': 'so many codes have been asked for here lately',
}

/** The mail with a link instead of a code. */
export const linkText: MailText = {
  key: 'sign_in_link',
  defaultText: {
    subject: 'Your way into {venue}',
    heading: 'Your way in',
    opening:
      'Press the button, then press once more on the page it opens, and you’re in. Welcome to {venue}.\nIt works once, for ten minutes. We’ve sent a link rather than a code because {reason}.',
    closing: 'Not you? Ignore this email and don’t forward it. Nobody can get in without it.',
  },
  placeholders: {
    reason: { is: 'why it is a link, such as “somebody has been trying wrong codes”' },
  },
}

/**
 * Changes to an account. The member is notified of each change, because somebody else might have made it.
 * `detail`: the passkey's name or provider, the device, the day of the deletion or the new address. `madeAt`: for a
 * passkey that was linked after its creation, when it was created. `reach`: how to contact the venue.
 */
export type AccountChange =
  | { what: 'passkey_added'; detail: string | null; madeAt?: string }
  | { what: 'passkey_removed'; detail: string | null }
  | { what: 'new_device' | 'deletion_asked' | 'deletion_stopped'; detail: string }
  | { what: 'address_changed'; detail: string; letters: LettersMoved; reach: string }

type Notice = { subject: string; heading: string; sentence: string; closing?: string }

const whatHappened = 'it is what happened to the account.'
const noticeText = (
  key: AccountChange['what'],
  { subject, heading, sentence, closing }: Notice,
  [name, is]: [string, string],
  others: MailText['placeholders'] = {},
): MailText => ({
  key,
  defaultText: {
    subject: `${subject} at {venue}`,
    heading,
    opening: `${sentence}\nThat was on {time}. If it was you, there’s nothing more to do.`,
    closing:
      closing ??
      'Not you? Open your account with the button, sign out everywhere and remove anything you don’t recognise.',
  },
  placeholders: {
    [name]: { is, required: { in: 'opening', why: whatHappened } },
    time: {
      is: 'when it happened',
      required: { in: 'opening', why: 'it tells whether it was the reader.' },
    },
    ...others,
  },
})

/** The notices of a change to an account. */
export const noticeTexts: Record<AccountChange['what'], MailText> = {
  new_device: noticeText(
    'new_device',
    {
      subject: 'A new device',
      heading: 'A new device',
      sentence: 'You signed in to {venue} on a device we haven’t seen before: {device}.',
    },
    ['device', 'the device, such as “Safari on iPhone”'],
  ),
  passkey_added: noticeText(
    'passkey_added',
    {
      subject: 'A new passkey',
      heading: 'A new passkey',
      sentence: '{passkey} now opens {venue} for you.',
    },
    ['passkey', 'the passkey, such as “A passkey saved in iCloud Keychain”'],
  ),
  passkey_removed: noticeText(
    'passkey_removed',
    {
      subject: 'A passkey was removed',
      heading: 'One passkey fewer',
      sentence: '{passkey} no longer opens {venue} for you.',
    },
    ['passkey', 'the passkey, such as “A passkey (My phone)”'],
  ),
  address_changed: noticeText(
    'address_changed',
    {
      subject: 'A new address',
      heading: 'You’ve moved',
      sentence: 'From now on we’ll write to {address} and not to this address. {letters}',
      // The mail goes to the old address, which can no longer sign in.
      closing:
        'Not you? Tell us straight away: {contact}. This address can’t open your account any more.',
    },
    ['address', 'the new address'],
    {
      letters: { is: 'what becomes of the reader’s letters, if anything does' },
      contact: {
        is: 'your email address and telephone number',
        required: { in: 'closing', why: 'the reader cannot open the account to undo it.' },
      },
    },
  ),
  deletion_asked: noticeText(
    'deletion_asked',
    {
      subject: 'Your account is about to be deleted',
      heading: 'Leaving?',
      sentence:
        'On {day} we’ll delete your account and everything {venue} knows about you. Until then you can change your mind in your profile.',
    },
    ['day', 'when the account will be deleted'],
  ),
  deletion_stopped: noticeText(
    'deletion_stopped',
    {
      subject: 'Your account stays',
      heading: 'You stay',
      sentence:
        'Your account was about to be deleted on {day}. Somebody who works at {venue} has stopped that.',
      closing:
        'You still want to leave? Open your profile with the button and delete it there, or tell us.',
    },
    ['day', 'when the account would have been deleted'],
  ),
}

const lettersMoved: Record<LettersMoved, string> = {
  none: '',
  followed: 'Your letters will go there too.',
  joined: 'Our letters were going there already, so we’ve stopped sending them here.',
  ended:
    'Your letters have stopped: we don’t send any to that address. If you’d like them there, sign up again on our site.',
}

/** The values of a notice's placeholders, except the time. */
export function valuesOf(change: AccountChange): Record<string, string> {
  switch (change.what) {
    case 'passkey_added': {
      const from = change.detail ? ` saved in ${change.detail}` : ''
      return { passkey: `A passkey${from}${change.madeAt ? `, created on ${change.madeAt},` : ''}` }
    }
    case 'passkey_removed':
      return { passkey: `A passkey${change.detail ? ` (${change.detail})` : ''}` }
    case 'new_device':
      return { device: change.detail }
    case 'deletion_asked':
    case 'deletion_stopped':
      return { day: change.detail }
    case 'address_changed':
      return {
        address: change.detail,
        letters: lettersMoved[change.letters],
        contact: change.reach || 'at the venue',
      }
  }
}
