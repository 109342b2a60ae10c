import type { WordsOf } from '../mail/find-words.ts'
import type { MailKind, MailSample } from '../mail/kinds.ts'
import type { Action } from '../mail/templates/PlainMail.tsx'
import { renderActionMail } from '../mail/templates/render.ts'
import type { MailText } from '../mail/texts.ts'
import { confirmationTexts, consentRequestText, leaveLinkText } from './mail-texts.ts'
import { confirmation, consentRequest, leaveLink } from './mails.ts'

const sample = (name: string, text: MailText, make: (wordsOf: WordsOf) => Action): MailSample => ({
  key: text.key,
  name,
  text,
  make: ({ wordsOf }) => renderActionMail(make(wordsOf)),
})

export const newsletterMailKinds: readonly MailKind[] = [
  {
    kind: 'confirm_subscription',
    hiddenFrom: 'publishers',
    samples: [
      sample('Signing up to the letter', confirmationTexts.unknown, (wordsOf) =>
        confirmation(wordsOf, false, 'sample'),
      ),
      sample('Signing up to the letter again', confirmationTexts.known, (wordsOf) =>
        confirmation(wordsOf, true, 'sample'),
      ),
      sample('Asking somebody on an imported list', consentRequestText, (wordsOf) =>
        consentRequest(wordsOf, 'Yes, write to me.', 'sample'),
      ),
    ],
  },
  {
    kind: 'leave_link',
    hiddenFrom: 'publishers',
    samples: [
      sample('A link to leave the letter', leaveLinkText, (wordsOf) =>
        leaveLink(wordsOf, 'sample'),
      ),
    ],
  },
]
