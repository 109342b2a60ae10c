import type { MailKind } from '../../../platform/mail/mail-kind.ts'
import type { MailText } from '../../../platform/mail/texts.ts'
import { renderSample } from './render.ts'
import { deskMailTexts, type OwnTableMail, tableMailTexts } from './texts.ts'

const hourMs = 3_600_000

/** The name of each mail for staff, and the time after which the mail is useless. */
const mails: Record<OwnTableMail, { name: string; expiresAfterMs?: number }> = {
  going: { name: 'Table: booked' },
  again: { name: 'Table: booked again' },
  waitlisted: { name: 'Table: waiting for one' },
  offer: { name: 'Table: one is offered' },
  offer_expired: { name: 'Table: an offer has ended' },
  moved: { name: 'Table: moved' },
  party: { name: 'Table: another number of people' },
  closure: { name: 'Table: closed, other times' },
  blocked: { name: 'Table: can’t be used, others' },
  removed: { name: 'Table: cancelled by the house' },
  left: { name: 'Table: cancelled by the guest' },
  reminder_day: { name: 'Table: reminder the day before', expiresAfterMs: 20 * hourMs },
}

const deskMails = {
  going: { name: 'Desk: booked' },
  closure: { name: 'Desk: closed' },
  removed: { name: 'Desk: cancelled by the house' },
} satisfies Record<keyof typeof deskMailTexts, { name: string }>

const kindsOf = (
  names: Record<string, { name: string; expiresAfterMs?: number }>,
  texts: Record<string, MailText>,
) =>
  Object.entries(names).flatMap(([mail, { name, expiresAfterMs }]): MailKind[] => {
    const text = texts[mail]
    if (!text) return []
    return [
      {
        kind: text.key,
        // Each has the permanent link, with which anybody can change and cancel the booking.
        hiddenFrom: 'publishers',
        ...(expiresAfterMs && { expiresAfterMs }),
        samples: [
          {
            key: text.key,
            name,
            text,
            make: ({ fillText }) => renderSample(mail as OwnTableMail, fillText, text),
          },
        ],
      },
    ]
  })

export const bookingMailKinds: readonly MailKind[] = [
  ...kindsOf(mails, tableMailTexts),
  ...kindsOf(deskMails, deskMailTexts),
]
