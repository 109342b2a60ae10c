import type { MailBranding } from '../mail/branding.ts'
import type { MailKind, MailSample } from '../mail/kinds.ts'
import type { Action } from '../mail/templates/PlainMail.tsx'
import { renderActionMail } from '../mail/templates/render.ts'
import { confirmationTexts, consentRequestTexts, leaveLinkTexts } from './mail-texts.ts'

const sample = (
  key: string,
  name: string,
  textsOf: (branding: MailBranding, confirmUrl: string) => Action,
): MailSample => ({
  key,
  name,
  make: (_, branding) =>
    renderActionMail(textsOf(branding, `${branding.siteUrl}/subscribe/confirm/sample`)),
})

export const newsletterMailKinds: readonly MailKind[] = [
  {
    kind: 'confirm_subscription',
    hiddenFrom: 'publishers',
    samples: [
      sample('confirm_subscription', 'Signing up to the letter', (branding, url) =>
        confirmationTexts(branding, false, url),
      ),
      sample('confirm_details', 'Signing up to the letter again', (branding, url) =>
        confirmationTexts(branding, true, url),
      ),
      sample('ask', 'Asking somebody on an imported list', (branding, url) =>
        consentRequestTexts(branding, 'Yes, write to me.', url),
      ),
    ],
  },
  {
    kind: 'leave_link',
    hiddenFrom: 'publishers',
    samples: [
      sample('leave_link', 'A link to leave the letter', (branding) =>
        leaveLinkTexts(branding, `${branding.siteUrl}/unsubscribe/sample`),
      ),
    ],
  },
]
