import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import { z } from 'zod'
import { type Database, transactionOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { defineJob, type JobType } from '../../../platform/jobs/job.ts'
import { formatGuestTime } from '../../../platform/ui/format-time.ts'
import { slotAt } from '../../members/profile/rules.ts'
import { type Locked, withLocked } from '../../reservations/service.ts'
import type { MovedTimes, TimeZoneChange } from '../../venue/ports.ts'
import { readVenue } from '../../venue/service.ts'
import { moveToZone } from '../../venue/time/venue-time.ts'
import type { EventMail } from '../mails/texts.ts'
import { findAllDates, lockAllDates, updateDates } from '../queries/records.ts'
import { eventKind } from '../reservations/kind.ts'
import type { EventDate } from '../rules.ts'
import { notifyChanged, tellGuests } from './dates.ts'
import type { DateChange } from './plan.ts'
import { storedValues } from './plan.ts'
import { localAt, localTimesAt, type Times, timesOf } from './recurrence.ts'
import type { EventRecord, StoredDate } from './stored-date.ts'
import { isFinal } from './stored-date.ts'
import { announceDateTags, recordOf, withOwnTimes } from './sync.ts'

/**
 * Moves all dates when the venue's time zone changes: the venue's clock shows the same times as before, so they happen
 * at other moments. Times of dates to come are derived from their records again. Dates that are over or cancelled may
 * differ from their records, so their moments are moved.
 */
export async function moveEventTimes(
  req: PayloadRequest,
  { from, to, isTold, isPreview }: TimeZoneChange,
): Promise<MovedTimes[]> {
  const db = await transactionOf(req)
  const now = new Date()
  const records = await findAllRecords(req)
  const dates = await (isPreview ? findAllDates(db) : lockAllDates(db))
  const changes = dates.flatMap((date): DateChange[] => {
    const times = timesIn(date, records.get(date.event), { from, to }, now)
    return hasTimes(date, times) ? [] : [changeOf(date, times)]
  })
  const coming = changes.filter(
    ({ date, values }) => date.status !== 'cancelled' && values.endsAt > now && !isFinal(date, now),
  )
  if (!isPreview) {
    await apply(req, db, { changes, coming, isTold })
    // A request that began before the change may still save an event on the old clock.
    if (from !== to) await enqueue(db, deriveTimesJob, null, { runAt: new Date(+now + graceMs) })
  }
  return summaries(coming)
}

async function findAllRecords(req: PayloadRequest): Promise<Map<number, EventRecord>> {
  const { docs } = await req.payload.find({
    ...{ collection: 'events', depth: 0, pagination: false, req },
  })
  return new Map(docs.map((doc) => [doc.id, recordOf(doc)]))
}

/** The times of a date on the clock of the new zone. */
function timesIn(
  date: StoredDate,
  record: EventRecord | undefined,
  zones: { from: string; to: string },
  now: Date,
): Times {
  if (record && !isFinal(date, now)) {
    try {
      const { original, own } = date
      const usual = { original, ...timesOf(localTimesAt(record, original), zones.to) }
      const { original: _, ...times } = withOwnTimes(record, zones.to)(usual, own)
      return times
    } catch {
      // A draft may have no valid times.
    }
  }
  const move = (at: Date) => moveToZone(at, zones)
  const startsAt = move(date.startsAt)
  // When one of the two zones skips an hour, the clock could show the end before the start.
  const endsAt = new Date(Math.max(+move(date.endsAt), +startsAt + 60_000))
  const opened = date.doorsAt && move(date.doorsAt)
  const local = localAt(startsAt, zones.to)
  return {
    ...{ startsAt, endsAt, doorsAt: opened && opened > startsAt ? startsAt : opened },
    ...{ day: local.slice(0, 10), slot: slotAt(Number(local.slice(11, 13))) },
  }
}

const timeNames = ['startsAt', 'endsAt', 'doorsAt', 'day', 'slot'] as const
const hasTimes = (date: StoredDate, times: Times): boolean =>
  timeNames.every((name) => JSON.stringify(date[name]) === JSON.stringify(times[name]))

const changeOf = (date: StoredDate, times: Times): DateChange => ({
  ...{ date, slug: date.slug, notice: 'moved' },
  hasShownChange: date.status !== 'draft',
  values: { ...storedValues(date), ...times },
})

async function apply(
  req: PayloadRequest,
  db: Database,
  { changes, coming, isTold }: { changes: DateChange[]; coming: DateChange[]; isTold: boolean },
): Promise<void> {
  await updateDates(db, changes)
  for (const { date } of coming) {
    if (!date.guests) continue
    // Extends the holds on members' credit. The mails are made after the commit, because they need the new clock.
    await notifyChanged(req, { date: date.id, before: date, isNotified: false })
    if (!isTold || !date.mails || date.status !== 'published') continue
    await enqueue(db, tellMovedJob, { date: date.id, before: date.startsAt.toISOString() })
  }
  await announceDateTags(
    req,
    changes.map(({ date }) => date.id),
  )
}

/** One entry for each event. */
const summaries = (coming: readonly DateChange[]): MovedTimes[] =>
  [...Map.groupBy(coming, ({ date }) => date.event)].map(([event, changes]) => {
    const [next] = changes.toSorted((one, other) => +one.values.startsAt - +other.values.startsAt)
    if (!next) throw new Error('A group is never empty.')
    const { date, values } = next
    const told = changes.filter((each) => each.date.status === 'published')
    return {
      ...{ title: values.title, path: `/collections/events/${event}`, count: changes.length },
      next: { before: date.startsAt, after: values.startsAt },
      mails: told.reduce((sum, each) => sum + each.date.mails, 0),
    }
  })

const tellMovedJob: JobType<{ date: number; before: string }> = {
  name: 'events.tell_moved',
  data: z.object({ date: z.int(), before: z.string() }),
}

/** Tells the guests of a date that the venue's clock was set wrong. */
async function tellMoved(
  payload: Payload,
  { date: id, before }: { date: number; before: string },
): Promise<void> {
  const req = await createLocalReq({}, payload)
  // This process may not know yet that the venue has changed.
  const { timeZone } = await readVenue(payload)
  const tell = async (locked: Locked<EventDate, EventMail>) => {
    const { subject: date } = locked
    if (date.status !== 'published' || date.endsAt <= new Date()) return
    const when = formatGuestTime(date.startsAt, timeZone)
    const wrong = formatGuestTime(new Date(before), timeZone)
    const changes = `It is ${when}, on our clock.\nOur clock was set wrong until now, so your calendar may say ${wrong}. Please look, and correct it there.`
    await tellGuests(locked, { mail: 'changed', occasion: `clock ${before}`, words: { changes } })
  }
  await withLocked(eventKind, req, id, tell, { timeZone })
}

/** How long a request that knows the old time zone may still run. */
const graceMs = 60_000

const deriveTimesJob: JobType<null> = { name: 'events.derive_times' }

/** Derives the times of all dates to come from their records again. Changes nothing if they are right. */
async function deriveTimes(payload: Payload): Promise<void> {
  const req = await createLocalReq({}, payload)
  const { timeZone } = await readVenue(payload)
  const change = { from: timeZone, to: timeZone, isTold: false, isPreview: false }
  await inTransaction(req, () => moveEventTimes(req, change))
}

export const moveTimesJobs = [
  defineJob({ ...deriveTimesJob, run: (_, { payload }) => deriveTimes(payload) }),
  defineJob({ ...tellMovedJob, run: (data, { payload }) => tellMoved(payload, data) }),
]
