import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { databaseOf } from '../../../platform/database/query.ts'
import { areaName } from '../../venue/names.ts'
import { venueTimeOf } from '../../venue/time/venue-time.ts'
import { describeDay, describeWhen, todayIn } from '../when.ts'
import { overlapsOf } from './overlaps.ts'
import type { PreviewReply, previewRequest } from './record-contract.ts'
import {
  isEndless,
  localAt,
  type Occurrence,
  occurrencesOf,
  scheduleProblems,
} from './recurrence.ts'
import type { EventRecord, StoredDate } from './stored-date.ts'
import { previewPlan, recordOf, timeZoneOf } from './sync.ts'

/** The maximum number of next dates in a reply. */
const maxDates = 6
/** The maximum number of dates that staff can leave out in the form. Later dates have a view of their own. */
const maxChoices = 60

type Form = z.output<typeof previewRequest>

/** The preview of an event's form: next dates, overlaps, and affected guests. The event need not be saved yet. */
export async function previewEvent(req: PayloadRequest, form: Form): Promise<PreviewReply> {
  const now = new Date()
  const timeZone = await timeZoneOf(req)
  const today = todayIn(timeZone, now)
  const record = await withForm(req, form)
  const problems = scheduleProblems(record, timeZone, now)
  if (problems.length) return { ...emptyReply, problems }
  const db = databaseOf(req.payload)
  const all = occurrencesOf(record, timeZone, now)
  const coming = all.filter(({ endsAt }) => endsAt > now)
  const { overlaps, isMore } = await overlapsOf(db, form.event, record.areas, coming)
  const plan = form.event ? await previewPlan(req, db, record, now) : null
  const moved = plan?.kept.flatMap(({ date, notice }) => (notice === 'moved' ? date : [])) ?? []
  const count = (dates: readonly StoredDate[], mailsOf: (date: StoredDate) => number) => {
    const withGuests = dates.filter(({ guests }) => guests > 0)
    return {
      dates: withGuests.length,
      guests: withGuests.reduce((sum, { guests }) => sum + guests, 0),
      mails: withGuests.reduce((sum, date) => sum + mailsOf(date), 0),
    }
  }
  return {
    problems: (plan?.problems ?? []).slice(0, 1).map((message) => ({ field: 'capacity', message })),
    dates: coming.slice(0, maxDates).map((each) => describeWhen(each, timeZone, today)),
    choices: choicesOf(record, all, { timeZone, now, today }),
    coming: coming.length,
    isEndless: record.rule !== null && isEndless(record.rule),
    isTwice: all.some(({ original }) => venueTimeOf(original, timeZone)?.clock === 'twice'),
    remarks: remarksOf(coming, timeZone, today),
    overlaps: overlaps.map((each) => ({
      id: each.id,
      event: each.event,
      title: each.title,
      when: describeWhen(each, timeZone, today),
      where: each.areas.map(areaName).join(', '),
      isDraft: each.status === 'draft',
    })),
    areMoreOverlaps: isMore,
    moved: count(moved, ({ mails }) => mails),
    cancelled: count(plan?.cancelled ?? [], ({ cancelMails }) => cancelMails),
  }
}

const emptyReply: PreviewReply = {
  problems: [],
  dates: [],
  choices: [],
  coming: 0,
  isEndless: false,
  isTwice: false,
  remarks: [],
  overlaps: [],
  areMoreOverlaps: false,
  moved: { dates: 0, guests: 0, mails: 0 },
  cancelled: { dates: 0, guests: 0, mails: 0 },
}

/** The next dates of a series, with those that are left out. */
function choicesOf(
  record: EventRecord,
  dates: readonly Occurrence[],
  { timeZone, now, today }: { timeZone: string; now: Date; today: string },
): PreviewReply['choices'] {
  if (!record.rule) return []
  const taking = new Set(dates.map(({ original }) => original))
  return occurrencesOf({ ...record, excludedStarts: [] }, timeZone, now)
    .filter(({ endsAt }) => endsAt > now)
    .slice(0, maxChoices)
    .map((each) => ({
      original: each.original,
      when: describeWhen(each, timeZone, today),
      isLeftOut: !taking.has(each.original),
    }))
}

/** The record with the values of the form, as it would be saved. */
async function withForm(req: PayloadRequest, form: Form): Promise<EventRecord> {
  const saved = form.event
    ? (
        await req.payload.find({
          collection: 'events',
          where: { id: { equals: form.event } },
          depth: 0,
        })
      ).docs[0]
    : undefined
  const { event: id, start, end, doors, later_hour, rule, left_out, areas, capacity } = form
  return recordOf({
    ...blank,
    ...saved,
    id,
    start: start ?? '',
    end: end ?? '',
    doors: doors ?? null,
    later_hour: later_hour ?? false,
    rule: rule?.trim() || null,
    left_out: left_out ?? [],
    areas: areas ?? [],
    capacity: capacity ?? null,
  })
}

const blank = {
  slug: '',
  status: 'draft',
  visibility: 'public',
  title: '',
  summary: '',
  max_party: 1,
  payment: 'free',
  common_good_percent: 1,
} as const

/** Remarks about dates of a series that start at another time, because the clocks skip the usual time. */
function remarksOf(occurrences: readonly Occurrence[], timeZone: string, today: string): string[] {
  return occurrences.flatMap(({ original, startsAt, day }) => {
    if (venueTimeOf(original, timeZone)?.clock !== 'skipped') return []
    const shown = localAt(startsAt, timeZone).slice(11)
    const usual = original.slice(11)
    return `${describeDay(day, today)} starts at ${shown}, because the clocks skip ${usual}.`
  })
}
