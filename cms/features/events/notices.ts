import { createLocalReq, type Payload } from 'payload'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { queueMails } from '../../platform/mail/service.ts'
import { env } from '../../platform/runtime/env.ts'
import { formatGuestTime } from '../../platform/ui/format-time.ts'
import { findLedgerSettings } from '../ledger/service.ts'
import { findReservations, prepareChange } from '../reservations/service.ts'
import { localMoment } from '../venue/hours/opening-hours.ts'
import type { EventMail } from './mails/texts.ts'
import { queuePushes } from './pushes.ts'
import { findDates, listDates } from './queries/dates.ts'
import { claimFeedback, claimReminders } from './queries/notices.ts'
import { eventKind } from './reservations/kind.ts'
import { type EventDate, eventPath } from './rules.ts'

const dayMinutes = 24 * 60
/** A reminder is sent when the event is at most `beforeMinutes` and more than `untilMinutes` away. */
const reminders = [
  { name: 'reminder_day', beforeMinutes: dayMinutes, untilMinutes: 3 * 60 },
  { name: 'reminder_hours', beforeMinutes: 2 * 60, untilMinutes: 0 },
] as const

/** Mails the reminders that are due. */
export async function remind(payload: Payload): Promise<void> {
  const { timeZone } = await findLedgerSettings(payload)
  const today = localMoment(new Date(), timeZone).date
  for (const reminder of reminders) {
    // `reminder_day` says “Tomorrow”, so it is not sent about an event that was moved to today.
    const afterDay = reminder.name === 'reminder_day' ? today : ''
    await mailClaimed(payload, reminder.name, (db) => claimReminders(db, { ...reminder, afterDay }))
  }
}

/** Mails people who were at an event and asks how it was. The mail also names the next event. */
export async function askForFeedback(payload: Payload): Promise<void> {
  const upcoming = await listDates(databaseOf(payload), { endsAfter: new Date(), limit: 50 })
  await mailClaimed(payload, 'feedback', claimFeedback, (date, timeZone) => {
    const next = nextFor(date, upcoming)
    if (!next) return { words: { next: '' } }
    return {
      words: { next: `Next: ${next.title}, ${formatGuestTime(next.startsAt, timeZone)}.` },
      link: { label: next.title, url: `${env().SITE_URL}${eventPath(next.slug)}` },
    }
  })
}

/** The next event that shares an interest or an area with the date; if there is none, the next event of any kind. */
function nextFor(date: EventDate, upcoming: readonly EventDate[]): EventDate | undefined {
  const candidates = upcoming.filter(
    ({ status, startsAt, id }) => status === 'published' && startsAt > new Date() && id !== date.id,
  )
  const isLike = ({ interests, areas }: EventDate) =>
    interests.some((each) => date.interests.includes(each)) ||
    areas.some((each) => date.areas.includes(each))
  return candidates.find(isLike) ?? candidates[0]
}

/** Claims reservations and queues their mails, one transaction per batch. Each mail is thus queued only once. */
async function mailClaimed(
  payload: Payload,
  mail: EventMail,
  claim: (db: Database) => Promise<number[]>,
  factsOf: (
    date: EventDate,
    timeZone: string,
  ) => { words?: Record<string, string>; link?: { label: string; url: string } } = () => ({}),
): Promise<void> {
  const req = await createLocalReq({}, payload)
  const { mailer, ledgerSettings } = await prepareChange(eventKind, req)
  const mailBatch = () =>
    inTransaction(req, async (db) => {
      const claimed = await claim(db)
      if (!claimed.length) return 0
      const rsvps = await findReservations(db, 'event', claimed)
      const found = await findDates(db, [...new Set(rsvps.map(({ subject }) => subject))])
      const dates = new Map(found.map((date) => [date.id, date]))
      const mails = await Promise.all(
        rsvps.map(async (rsvp) => {
          const date = dates.get(rsvp.subject)
          return date
            ? mailer(mail, {
                subject: date,
                reservation: rsvp,
                occasion: date.day,
                ...factsOf(date, ledgerSettings.timeZone),
              })
            : null
        }),
      )
      await queueMails(
        payload,
        db,
        mails.filter((each) => each !== null),
      )
      const dayOf = ({ subject }: { subject: number }) => dates.get(subject)?.day ?? ''
      await queuePushes(db, mail, rsvps, dayOf)
      return claimed.length
    })
  while (await mailBatch());
}
