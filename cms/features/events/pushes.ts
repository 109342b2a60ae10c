import type { Payload } from 'payload'
import { defineJob, type JobContext } from '../../platform/jobs/job.ts'
import { formatGuestTime } from '../../platform/ui/format-time.ts'
import type { Reservation } from '../reservations/contract.ts'
import { definePushes } from '../reservations/pushes.ts'
import { reservationPath } from '../reservations/rules.ts'
import { tokenOf } from '../reservations/service.ts'
import { findVenue } from '../venue/service.ts'
import { findDate } from './queries/dates.ts'
import { findSettings } from './queries/feeds.ts'
import { calendarPath, type EventDate } from './rules.ts'

const texts = {
  offer: (_: string, until: string) =>
    `There’s room for you now. Say yes by ${until}, and the places are yours.`,
  changed: (when: string) => `Something has changed. It is ${when}.`,
  postponed: () => 'It’s postponed. We write as soon as there is a new date.',
  date_cancelled: () => 'It’s cancelled, we’re sorry. You owe nothing.',
  reminder_day: (when: string) => `It’s nearly time: ${when}.`,
  reminder_hours: (when: string) => `See you soon: ${when}.`,
}
type PushedMail = keyof typeof texts

const pushes = definePushes({
  name: 'events.push',
  kind: 'event',
  mails: ['offer', 'changed', 'postponed', 'date_cancelled', 'reminder_day', 'reminder_hours'],
})
export const { queuePushes } = pushes

/** Whether the news is still worth a push. */
const isCurrent = (
  mail: PushedMail,
  { status }: Reservation,
  date: EventDate,
  now: Date,
): boolean => {
  if (mail === 'date_cancelled') return date.status === 'cancelled' && date.endsAt > now
  if (mail === 'offer') return status === 'offered'
  if (mail === 'postponed') return date.status === 'postponed' && status !== 'cancelled'
  return date.endsAt > now && (status === 'going' || (mail === 'changed' && status !== 'cancelled'))
}

async function push(
  payload: Payload,
  data: Parameters<typeof pushes.push>[1],
  signal: JobContext['signal'],
): Promise<void> {
  const { timeZone } = await findVenue(payload)
  const now = new Date()
  await pushes.push(payload, data, {
    signal,
    newsOf: async (db, rsvp, mail) => {
      const date = await findDate(db, rsvp.subject)
      if (!date || !isCurrent(mail, rsvp, date, now)) return null
      if (rsvp.member === null || !(await findSettings(db, rsvp.member)).wantsPush) return null
      return {
        id: `event-${rsvp.id}`,
        title: date.title,
        text: texts[mail](
          formatGuestTime(date.startsAt, timeZone),
          formatGuestTime(rsvp.offeredUntil ?? date.startsAt, timeZone),
        ),
        link: reservationPath({ path: calendarPath }, tokenOf(rsvp)),
        expiresAt: mail === 'offer' && rsvp.offeredUntil ? rsvp.offeredUntil : date.endsAt,
      }
    },
  })
}

export const eventPushJob = defineJob({
  ...pushes.job,
  run: (data, { payload, signal }) => push(payload, data, signal),
})
