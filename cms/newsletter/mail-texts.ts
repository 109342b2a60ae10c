import type { MailBranding } from '../mail/branding.ts'
import type { Action } from '../mail/templates/PlainMail.tsx'

/**
 * Asks to confirm a sign-up. It contains nothing from the form, which strangers can fill in.
 * @param isKnown whether the address gets letters already
 */
export const confirmationTexts = (
  branding: MailBranding,
  isKnown: boolean,
  url: string,
): Action => ({
  branding,
  ...(isKnown
    ? {
        subject: `Is this still you? Your details at ${branding.name}`,
        heading: 'Is this still you?',
        paragraphs: [
          `You already get the letter from ${branding.name}. Somebody, hopefully you, has filled in the form again with this address.`,
          'If it was you, press the button and we’ll save the new details.',
        ],
        button: { label: 'Yes, it’s me', url },
      }
    : {
        subject: `One more step to the letter from ${branding.name}`,
        heading: 'One more step',
        paragraphs: [
          `Somebody, hopefully you, asked for the letter from ${branding.name} to be sent to this address.`,
          'If it was you, press the button and you’re in.',
        ],
        button: { label: 'Yes, write to me', url },
      }),
  note: 'Not you? Ignore this email and nothing will change. The link works for a week.',
})

/** Asks somebody on an imported list for their consent. @param wording of the consent */
export const consentRequestTexts = (
  branding: MailBranding,
  wording: string,
  url: string,
): Action => ({
  branding,
  subject: `May ${branding.name} write to you?`,
  heading: 'May we write to you?',
  paragraphs: [
    `Your address is on a list that ${branding.name} keeps, but there’s no record that you ever agreed to our letter. So we’re asking, just this once.`,
    `If you’d like it, press the button. By pressing it you say: “${wording}” Our privacy policy is at ${branding.siteUrl}/privacy.`,
  ],
  button: { label: 'Yes, write to me', url },
  note: 'Rather not? Ignore this email. We won’t write, we won’t ask again, and in eight days your address will be off the list.',
})

export const leaveLinkTexts = (branding: MailBranding, url: string): Action => ({
  branding,
  subject: `Your link to leave the letter from ${branding.name}`,
  heading: 'Leave, pause or choose',
  paragraphs: [
    'Here’s your own link. Use it to stop all our letters, pause them for thirty days, or choose what we write to you about.',
  ],
  button: { label: 'Leave, pause or choose', url },
  note: 'Didn’t ask for this? Ignore it and nothing will change.',
})
