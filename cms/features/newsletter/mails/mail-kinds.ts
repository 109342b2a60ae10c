import type { MailKind, MailSample } from '../../../platform/mail/mail-kind.ts'
import type { MailTextFiller } from '../../../platform/mail/mail-text-filler.ts'
import type { ActionMailProps } from '../../../platform/mail/templates/PlainMail.tsx'
import { renderActionMail } from '../../../platform/mail/templates/render.ts'
import type { MailText } from '../../../platform/mail/texts.ts'
import { confirmationTexts, consentRequestText, leaveLinkText } from './mail-texts.ts'
import { confirmationMailProps, consentRequestMailProps, leaveLinkMailProps } from './mails.ts'

const sample = (
  name: string,
  text: MailText,
  make: (fillText: MailTextFiller) => ActionMailProps,
): MailSample => ({
  key: text.key,
  name,
  text,
  make: ({ fillText }) => renderActionMail(make(fillText)),
})

export const newsletterMailKinds: readonly MailKind[] = [
  {
    kind: 'confirm_subscription',
    hiddenFrom: 'publishers',
    samples: [
      sample('Signing up to the letter', confirmationTexts.unknown, (fillText) =>
        confirmationMailProps(fillText, false, 'sample'),
      ),
      sample('Signing up to the letter again', confirmationTexts.known, (fillText) =>
        confirmationMailProps(fillText, true, 'sample'),
      ),
      sample('Asking somebody on an imported list', consentRequestText, (fillText) =>
        consentRequestMailProps(fillText, 'Yes, write to me.', 'sample'),
      ),
    ],
  },
  {
    kind: 'leave_link',
    hiddenFrom: 'publishers',
    samples: [
      sample('A link to the reader’s own letters', leaveLinkText, (fillText) =>
        leaveLinkMailProps(fillText, 'unsubscribe', 'sample'),
      ),
    ],
  },
]
