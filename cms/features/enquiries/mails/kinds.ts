import type { MailKind } from '../../../platform/mail/mail-kind.ts'
import { renderSample } from './render.ts'
import { type EnquiryMail, enquiryMailTexts } from './texts.ts'

/** The name of each mail for staff. */
const names: Record<EnquiryMail, string> = {
  received: 'Enquiry: please confirm',
  confirmed: 'Enquiry: arrived',
  answer: 'Enquiry: an answer of staff',
  quote: 'Enquiry: a quote',
  accepted: 'Enquiry: accepted, deposit to pay',
  won: 'Enquiry: the date is theirs',
  ended: 'Enquiry: the quote has ended',
}

export const enquiryMailKinds: readonly MailKind[] = Object.entries(enquiryMailTexts).map(
  ([mail, text]) => ({
    kind: text.key,
    // Each has the permanent link.
    hiddenFrom: 'publishers',
    // What staff write as a subject may name a person.
    ...(mail === 'answer' && { auditSubject: 'About an enquiry' }),
    samples: [
      {
        key: text.key,
        name: names[mail as EnquiryMail],
        text,
        make: ({ fillText }) => renderSample(mail as EnquiryMail, fillText),
      },
    ],
  }),
)
