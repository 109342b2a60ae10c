import type { Payload } from 'payload'
import { type Database, databaseOf } from '../database/query.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { defineJob } from '../jobs/job.ts'
import { pushToMember } from '../nudges/service.ts'
import { findVenue } from '../venue/service.ts'
import { formatVenueTime } from '../venue/venue-time.ts'
import type { EventMail } from './mails/texts.ts'
import { pushedMails, pushJob } from './push-types.ts'
import { findDate } from './queries/dates.ts'
import { findSettings } from './queries/feeds.ts'
import { claimPush } from './queries/notices.ts'
import { findRsvp, type Rsvp } from './queries/rsvps.ts'
import { reservationPath } from './reservation-token.ts'
import type { EventDate } from './rules.ts'
import { tokenOf } from './state.ts'

type PushedMail = (typeof pushedMails)[number]

const texts: Record<PushedMail, (when: string) => string> = {
  offer: () => 'There’s room for you now. Say yes in time, and the places are yours.',
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
  rsvps: readonly Rsvp[],
  occasionOf: (rsvp: Rsvp) => string | number,
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
const isCurrent = (mail: PushedMail, { status }: Rsvp, date: EventDate, now: Date): boolean => {
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
    const rsvp = await findRsvp(db, id)
    const date = rsvp && (await findDate(db, rsvp.date))
    if (!date || rsvp.member === null || !isCurrent(mail, rsvp, date, new Date())) continue
    if (!(await findSettings(db, rsvp.member)).wants_push) continue
    if (!(await claimPush(db, id, `push:${mail}:${about}`))) continue
    await pushToMember(payload, {
      member: rsvp.member,
      id: `event-${id}`,
      title: date.title,
      text: texts[mail](formatVenueTime(date.startsAt, timeZone)),
      link: reservationPath(tokenOf(rsvp)),
      expiresAt: mail === 'offer' && rsvp.offeredUntil ? rsvp.offeredUntil : date.endsAt,
    })
  }
}

export const eventPushJob = defineJob({
  ...pushJob,
  run: (data, { payload, signal }) => push(payload, data, signal),
})
