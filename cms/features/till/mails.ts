import type { MailContent } from '../../platform/mail/contract.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import type { MailTextFiller } from '../../platform/mail/mail-text-filler.ts'
import { renderActionMail } from '../../platform/mail/templates/render.ts'
import type { MailText } from '../../platform/mail/texts.ts'
import { env } from '../../platform/runtime/env.ts'

const answerText: MailText = {
  key: 'case_answer',
  defaultText: {
    subject: 'About your ledger at {venue}',
    heading: 'You asked',
    opening: '{answer}\nYou wrote: “{question}”',
    closing: 'You get this because you told us that something in your ledger looked wrong.',
  },
  placeholders: {
    answer: {
      is: 'the answer',
      required: { in: 'opening', why: 'it is what the mail is for.' },
    },
    question: { is: 'what the member wrote' },
  },
}

export const renderAnswer = (
  fillText: MailTextFiller,
  values: { question: string; answer: string },
): Promise<MailContent> =>
  renderActionMail({
    ...fillText(answerText, values),
    button: { label: 'Look at my ledger', url: `${env().SITE_URL}/common-room/member/ledger` },
  })

export const tillMailKinds: readonly MailKind[] = [
  {
    kind: 'case_answer',
    hiddenFrom: 'editors',
    samples: [
      {
        key: answerText.key,
        name: 'An answer about the ledger',
        text: answerText,
        make: ({ fillText }) =>
          renderAnswer(fillText, {
            question: 'I paid for one coffee, not for two.',
            answer: 'You are right, and the second one is back on your account.',
          }),
      },
    ],
  },
]
