import type { Payload } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import type { JobContext } from '../../platform/jobs/job.ts'
import { formatGuestTime } from '../../platform/ui/format-time.ts'
import { definePushes } from '../reservations/pushes.ts'
import { reservationPath } from '../reservations/rules.ts'
import { tokenOf } from '../reservations/service.ts'
import { findVenue } from '../venue/service.ts'
import { bookPath, type Reservable } from './rules.ts'

const texts = {
  offer: (_: string, until: string) =>
    `A table has come free. Say yes by ${until}, and it’s yours.`,
  moved: (when: string) => `Your table has moved. It is ${when}.`,
  reminder_day: (when: string) => `Still coming? ${when}.`,
}

const pushes = definePushes({
  name: 'bookings.push',
  kind: 'table',
  mails: ['offer', 'moved', 'reminder_day'],
})
export const { job: pushJob, queuePushes } = pushes

export async function push(
  payload: Payload,
  data: Parameters<typeof pushes.push>[1],
  {
    signal,
    find,
  }: Pick<JobContext, 'signal'> & {
    find: (db: Database, id: number) => Promise<Reservable | null>
  },
): Promise<void> {
  const { timeZone } = await findVenue(payload)
  const now = new Date()
  await pushes.push(payload, data, {
    signal,
    newsOf: async (db, reservation, mail) => {
      const booking = await find(db, reservation.subject)
      if (!booking || booking.endsAt <= now) return null
      if (reservation.status !== (mail === 'offer' ? 'offered' : 'going')) return null
      const { offeredUntil } = reservation
      return {
        id: `table-${reservation.id}`,
        title: booking.title,
        text: texts[mail](
          formatGuestTime(booking.startsAt, timeZone),
          formatGuestTime(offeredUntil ?? booking.startsAt, timeZone),
        ),
        link: reservationPath({ path: bookPath }, tokenOf(reservation)),
        expiresAt: offeredUntil ?? booking.endsAt,
      }
    },
  })
}
