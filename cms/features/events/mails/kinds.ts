import type { MailKind } from '../../../platform/mail/mail-kind.ts'
import { heldMinutes, unconfirmedHours } from '../../reservations/rules.ts'
import { renderSample } from './render.ts'
import { type EventMail, eventMailTexts } from './texts.ts'

const hourMs = 60 * 60_000

/** The name of each mail for staff, and the time after which the mail is useless. */
const mails: Record<EventMail, { name: string; expiresAfterMs?: number }> = {
  confirm: { name: 'Event: confirming a reservation', expiresAfterMs: heldMinutes * 60_000 },
  confirm_late: {
    name: 'Event: confirming, without places yet',
    expiresAfterMs: unconfirmedHours * hourMs,
  },
  confirm_again: {
    name: 'Event: reserved again before confirming',
    expiresAfterMs: unconfirmedHours * hourMs,
  },
  going: { name: 'Event: reserved' },
  again: { name: 'Event: reserved again' },
  waitlisted: { name: 'Event: on the waitlist' },
  offer: { name: 'Event: places are offered' },
  offer_expired: { name: 'Event: an offer has ended' },
  changed: { name: 'Event: changed' },
  postponed: { name: 'Event: postponed' },
  party: { name: 'Event: another number of people' },
  date_cancelled: { name: 'Event: cancelled' },
  removed: { name: 'Event: reservation cancelled by the organiser' },
  left: { name: 'Event: reservation cancelled by the guest' },
  reminder_day: { name: 'Event: reminder the day before', expiresAfterMs: 20 * hourMs },
  reminder_hours: { name: 'Event: reminder two hours before', expiresAfterMs: 2 * hourMs },
  message: { name: 'Event: message of the organiser' },
  feedback: { name: 'Event: how was it?' },
}

export const eventMailKinds: readonly MailKind[] = Object.entries(mails).map(
  ([mail, { name, expiresAfterMs }]): MailKind => {
    const text = eventMailTexts[mail as EventMail]
    return {
      kind: text.key,
      // Each has the permanent link, with which anybody can confirm, change and cancel the reservation.
      hiddenFrom: 'publishers',
      ...(expiresAfterMs && { expiresAfterMs }),
      samples: [
        {
          key: text.key,
          name,
          text,
          make: ({ fillText }) => renderSample(mail as EventMail, fillText),
        },
      ],
    }
  },
)
