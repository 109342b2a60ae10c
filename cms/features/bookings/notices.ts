import { createLocalReq, type Payload } from 'payload'
import { inTransaction } from '../../platform/database/transaction.ts'
import { queueMails } from '../../platform/mail/service.ts'
import { findReservations, prepareChange } from '../reservations/service.ts'
import { localMoment } from '../venue/hours/opening-hours.ts'
import { queuePushes } from './pushes.ts'
import { claimReminders } from './queries/notices.ts'
import { tableKind } from './reservations/kind.ts'

/** Mails the reminders that are due: still coming? One transaction per batch, so each mail is queued only once. */
export async function remind(payload: Payload): Promise<void> {
  const req = await createLocalReq({}, payload)
  const { mailer, waking } = await prepareChange(tableKind, req)
  const today = localMoment(new Date(), waking.timeZone).date
  const remindBatch = () =>
    inTransaction(req, async (db) => {
      const claimed = await claimReminders(db, today)
      if (!claimed.length) return 0
      const reservations = await findReservations(db, 'table', claimed)
      const bookings = new Map(
        (await tableKind.findAll(db, [...new Set(reservations.map((each) => each.subject))])).map(
          (each) => [each.id, each],
        ),
      )
      const mails = await Promise.all(
        reservations.map((reservation) => {
          const subject = bookings.get(reservation.subject)
          const occasion = subject?.day ?? ''
          return subject ? mailer('reminder_day', { subject, reservation, occasion }) : null
        }),
      )
      await queueMails(
        payload,
        db,
        mails.filter((each) => each !== null),
      )
      const dayOf = ({ subject }: { subject: number }) => bookings.get(subject)?.day ?? ''
      await queuePushes(db, 'reminder_day', reservations, dayOf)
      return claimed.length
    })
  while (await remindBatch());
}
