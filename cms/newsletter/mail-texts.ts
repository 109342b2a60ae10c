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
        subject: `Still you? Your details at ${branding.name}`,
        heading: 'Still you?',
        paragraphs: [
          `The letter of ${branding.name} comes to you already. Somebody, you we hope, filled in the form again with this address.`,
          'If it was you, press the button, and what the form says is kept.',
        ],
        button: { label: 'Yes, that’s me', url },
      }
    : {
        subject: `One more step to the letter of ${branding.name}`,
        heading: 'One more step',
        paragraphs: [
          `Somebody, you we hope, asked for the letter of ${branding.name} to come to this address.`,
          'If it was you, press the button, and you’re in.',
        ],
        button: { label: 'Yes, write to me', url },
      }),
  note: 'Wasn’t you? Then do nothing, and nothing changes. The link lasts a week.',
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
    `Your address stands on a list that ${branding.name} keeps, and nothing there says that you agreed to our letter. So we ask, once.`,
    `If you’d like it, press the button. It says: “${wording}” You find the privacy policy at ${branding.siteUrl}/privacy.`,
  ],
  button: { label: 'Yes, write to me', url },
  note: 'Would you rather not? Then do nothing. No letter comes, nobody asks again, and in eight days your address is gone from the list.',
})

export const leaveLinkTexts = (branding: MailBranding, url: string): Action => ({
  branding,
  subject: `Your link to leave the letter of ${branding.name}`,
  heading: 'Leave, pause or choose',
  paragraphs: [
    'Here is a link of your own. With it you stop all letters, pause them for thirty days, or choose what we write about.',
  ],
  button: { label: 'Leave, pause or choose', url },
  note: 'Wasn’t you who asked for it? Then do nothing, and nothing changes.',
})
