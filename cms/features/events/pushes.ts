import type { Payload } from 'payload'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { formatGuestTime } from '../../platform/ui/format-time.ts'
import { pushToMember } from '../nudges/service.ts'
import type { Reservation } from '../reservations/contract.ts'
import { reservationPath } from '../reservations/rules.ts'
import { claimPush, findReservation, tokenOf } from '../reservations/service.ts'
import { findVenue } from '../venue/service.ts'
import type { EventMail } from './mails/texts.ts'
import { pushedMails, pushJob } from './push-types.ts'
import { findDate } from './queries/dates.ts'
import { findSettings } from './queries/feeds.ts'
import { calendarPath, type EventDate } from './rules.ts'

type PushedMail = (typeof pushedMails)[number]

const texts: Record<PushedMail, (when: string, until: string) => string> = {
  offer: (_, until) => `There’s room for you now. Say yes by ${until}, and the places are yours.`,
  changed: (when) => `Something has changed. It is ${when}.`,
  postponed: () => 'It’s postponed. We write as soon as there is a new date.',
  date_cancelled: () => 'It’s cancelled, we’re sorry. You owe nothing.',
  reminder_day: (when) => `It’s nearly time: ${when}.`,
  reminder_hours: (when) => `See you soon: ${when}.`,
}

const isPushed = (mail: EventMail): mail is PushedMail =>
  pushedMails.some((pushed) => pushed === mail)

/** Queues pushes of a mail's news to the recipients who are members. They are sent after the caller's transaction. */
export async function queuePushes(
  db: Database,
  mail: EventMail,
  rsvps: readonly Reservation[],
  occasionOf: (rsvp: Reservation) => string | number,
): Promise<void> {
  if (!isPushed(mail)) return
  const byOccasion = Map.groupBy(
    rsvps.filter(({ member }) => member !== null),
    occasionOf,
  )
  for (const [occasion, group] of byOccasion) {
    await enqueue(db, pushJob, { mail, about: occasion, rsvps: group.map(({ id }) => id) })
  }
}

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

/**
 * Pushes each piece of news at most once, because it is claimed before it is sent. If the process dies in between, the
 * guest gets only the mail.
 */
async function push(
  payload: Payload,
  { mail, about, rsvps }: { mail: PushedMail; about: string | number; rsvps: number[] },
  signal: AbortSignal,
): Promise<void> {
  const db = databaseOf(payload)
  const { timeZone } = await findVenue(payload)
  for (const id of rsvps) {
    signal.throwIfAborted()
    const rsvp = await findReservation(db, 'event', id)
    const date = rsvp && (await findDate(db, rsvp.subject))
    if (!date || rsvp.member === null || !isCurrent(mail, rsvp, date, new Date())) continue
    if (!(await findSettings(db, rsvp.member)).wantsPush) continue
    if (!(await claimPush(db, id, `push:${mail}:${about}`))) continue
    await pushToMember(payload, {
      member: rsvp.member,
      id: `event-${id}`,
      title: date.title,
      text: texts[mail](
        formatGuestTime(date.startsAt, timeZone),
        formatGuestTime(rsvp.offeredUntil ?? date.startsAt, timeZone),
      ),
      link: reservationPath({ path: calendarPath }, tokenOf(rsvp)),
      expiresAt: mail === 'offer' && rsvp.offeredUntil ? rsvp.offeredUntil : date.endsAt,
    })
  }
}

export const eventPushJob = defineJob({
  ...pushJob,
  run: (data, { payload, signal }) => push(payload, data, signal),
})
