import type { Payload } from 'payload'
import { z } from 'zod'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobType } from '../../platform/jobs/job.ts'
import { formatGuestTime } from '../../platform/ui/format-time.ts'
import { pushToMember } from '../nudges/service.ts'
import type { Reservation } from '../reservations/contract.ts'
import { reservationPath } from '../reservations/rules.ts'
import { claimPush, findReservation, tokenOf } from '../reservations/service.ts'
import { findVenue } from '../venue/service.ts'
import { bookPath, type Reservable } from './rules.ts'

/** Mails whose news members also get as a push. The texts name nothing that guests typed. */
const texts = {
  offer: (_: string, until: string) =>
    `A table has come free. Say yes by ${until}, and it’s yours.`,
  moved: (when: string) => `Your table has moved. It is ${when}.`,
  reminder_day: (when: string) => `Still coming? ${when}.`,
}
type Pushed = keyof typeof texts

const pushData = z.object({
  mail: z.enum(Object.keys(texts) as [Pushed, ...Pushed[]]),
  about: z.union([z.string(), z.number()]),
  reservations: z.array(z.number()),
})
type PushData = z.output<typeof pushData>
export const pushJob: JobType<PushData> = { name: 'bookings.push', data: pushData }

/** Queues pushes of a mail's news to members. They are sent after the caller's transaction. */
export async function queuePushes(
  db: Database,
  mail: string,
  reservations: readonly Reservation[],
  occasionOf: (reservation: Reservation) => string | number,
): Promise<void> {
  if (!(mail in texts)) return
  for (const reservation of reservations.filter(({ member }) => member !== null)) {
    const data = { about: occasionOf(reservation), reservations: [reservation.id] }
    await enqueue(db, pushJob, { mail: mail as Pushed, ...data })
  }
}

/** Pushes each piece of news at most once, because it is claimed before it is sent. */
export async function push(
  payload: Payload,
  { mail, about, reservations }: PushData,
  find: (db: Database, id: number) => Promise<Reservable | null>,
): Promise<void> {
  const db = databaseOf(payload)
  const { timeZone } = await findVenue(payload)
  for (const id of reservations) {
    const reservation = await findReservation(db, 'table', id)
    const booking = reservation && (await find(db, reservation.subject))
    if (!booking || reservation.member === null || booking.endsAt <= new Date()) continue
    if (reservation.status !== (mail === 'offer' ? 'offered' : 'going')) continue
    if (!(await claimPush(db, id, `push:${mail}:${about}`))) continue
    await pushToMember(payload, {
      member: reservation.member,
      id: `table-${id}`,
      title: booking.title,
      text: texts[mail](
        formatGuestTime(booking.startsAt, timeZone),
        formatGuestTime(reservation.offeredUntil ?? booking.startsAt, timeZone),
      ),
      link: reservationPath({ path: bookPath }, tokenOf(reservation)),
      expiresAt: reservation.offeredUntil ?? booking.endsAt,
    })
  }
}
