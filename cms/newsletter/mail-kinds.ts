import type { MailKind } from '../mail/kinds.ts'
import { renderActionMail } from '../mail/templates/render.ts'
import { confirmationTexts, consentRequestTexts, leaveLinkTexts } from './mail-texts.ts'

const confirmUrl = (siteUrl: string) => `${siteUrl}/subscribe/confirm/sample`

export const newsletterMailKinds: readonly MailKind[] = [
  {
    kind: 'confirm_subscription',
    isSecret: true,
    samples: [
      {
        key: 'confirm_subscription',
        name: 'Signing up to the letter',
        make: (_, branding) =>
          renderActionMail(confirmationTexts(branding, false, confirmUrl(branding.siteUrl))),
      },
      {
        key: 'confirm_details',
        name: 'Signing up to the letter again',
        make: (_, branding) =>
          renderActionMail(confirmationTexts(branding, true, confirmUrl(branding.siteUrl))),
      },
      {
        key: 'ask',
        name: 'Asking somebody on an imported list',
        make: (_, branding) =>
          renderActionMail(
            consentRequestTexts(branding, 'Yes, write to me.', confirmUrl(branding.siteUrl)),
          ),
      },
    ],
  },
  {
    kind: 'leave_link',
    isSecret: true,
    samples: [
      {
        key: 'leave_link',
        name: 'A link to leave the letter',
        make: (_, branding) =>
          renderActionMail(leaveLinkTexts(branding, `${branding.siteUrl}/unsubscribe/sample`)),
      },
    ],
  },
]
