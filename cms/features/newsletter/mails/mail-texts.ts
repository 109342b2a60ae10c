import type { MailText } from '../../../platform/mail/texts.ts'

const ifNotYou = 'Not you? Ignore this email and nothing will change. The link works for a week.'

/**
 * Asks to confirm a sign-up. `unknown` goes to addresses that get no letters, `known` to addresses that get
 * letters already. The mail contains no input of the form, because strangers can fill in the form.
 */
export const confirmationTexts: Record<'unknown' | 'known', MailText> = {
  unknown: {
    key: 'confirm_subscription',
    defaultText: {
      subject: 'One more step to the letter from {venue}',
      heading: 'One more step',
      opening:
        'Somebody, hopefully you, asked for the letter from {venue} to be sent to this address.\nIf it was you, press the button and you’re in.',
      closing: ifNotYou,
    },
    placeholders: {},
  },
  known: {
    key: 'confirm_details',
    defaultText: {
      subject: 'Is this still you? Your details at {venue}',
      heading: 'Is this still you?',
      opening:
        'You already get the letter from {venue}. Somebody, hopefully you, has filled in the form again with this address.\nIf it was you, press the button and we’ll save the new details.',
      closing: ifNotYou,
    },
    placeholders: {},
  },
}

/** Asks somebody on an imported list for their consent. */
export const consentRequestText: MailText = {
  key: 'ask',
  defaultText: {
    subject: 'May {venue} write to you?',
    heading: 'May we write to you?',
    opening:
      'Your address is on a list that {venue} keeps, but there’s no record that you ever agreed to our letter. So we’re asking, just this once.\nIf you’d like it, press the button. By pressing it you say: “{consent}” Our privacy policy is at {privacy}.',
    closing:
      'Rather not? Ignore this email. We won’t write, we won’t ask again, and in eight days your address will be off the list.',
  },
  placeholders: {
    consent: {
      is: 'the words of the consent, as the form for the letter has them',
      required: { in: 'opening', why: 'it is what the reader agrees to.' },
    },
    privacy: {
      is: 'the address of the privacy policy',
      required: { in: 'opening', why: 'a consent counts only with it.' },
    },
  },
}

export const leaveLinkText: MailText = {
  key: 'leave_link',
  defaultText: {
    subject: 'Your own link to the letter from {venue}',
    heading: 'Your letters',
    opening:
      'Here’s your own link. Use it to choose what we write to you about, pause our letters for thirty days, or stop them all.',
    closing: 'Didn’t ask for this? Ignore it and nothing will change.',
  },
  placeholders: {},
}
