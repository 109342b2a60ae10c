import {
  APIError,
  type CollectionAfterChangeHook,
  type CollectionAfterDeleteHook,
  type CollectionBeforeChangeHook,
  type CollectionBeforeDeleteHook,
  type CollectionBeforeValidateHook,
  type PayloadRequest,
  ValidationError,
} from 'payload'
import { transactionOf } from '../../platform/database/query.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { titleToPathSegment } from '../../platform/http/texts/slug.ts'
import { mailsInWords } from '../../platform/mail/rules.ts'
import { refuse } from '../../platform/payload/hooks/refuse.ts'
import { isRestoring } from '../../platform/payload/hooks/restore-version.ts'
import { isTrashedIfChanged } from '../../platform/payload/hooks/trash.ts'
import { can } from '../../platform/staff/can.ts'
import { canBecome, type EventStatus } from './rules.ts'
import {
  countGuestsToCome,
  findFreeSlug,
  hasReservations,
  maxSlugLength,
  recordOf,
  removeDates,
  type StoredRecord,
  scheduleProblems,
  secretSlug,
  startsWithDate,
  syncDatesOfRecord,
  timeZoneOf,
} from './series/records.ts'
import { ruleDayNames, ruleDayOf } from './series/repeat.ts'

type Doc = Record<string, unknown>

/** The fields that editors may correct in an event that is no longer a draft. Other fields are for publishers. */
const texts = ['title', 'summary', 'body', 'picture', 'interests']
const times = ['start', 'end', 'doors', 'later_hour', 'rule', 'left_out']

/** Whether a series is being split. A split saves both parts with their present dates, see cms/features/events/series/split.ts. */
const isSplit = ({ context }: PayloadRequest) => Boolean(context.isSplit)

/** Whether `changeDate` (cms/features/events/series/change-date.ts) saves the record. Its caller has already checked the permission. */
const isDateChange = ({ context }: PayloadRequest) => Boolean(context.isDateChange)

/**
 * Sets the slug of an event: from its title, with a number if another event has the same slug. A title without Latin
 * letters and digits gives `event`. An event keeps its slug if the form sends an empty one. The slug of a secret event
 * cannot be guessed.
 */
export const eventSlug: CollectionBeforeValidateHook = async ({
  data,
  operation,
  originalDoc,
  req,
}) => {
  if (!data || isSplit(req)) return data
  const before = operation === 'create' ? null : originalDoc
  // A restored version must not change the address under which the event was published.
  const keepsSlug = isRestoring(req) && before && before.status !== 'draft'
  const named = (keepsSlug ? before.slug : data.slug) || before?.slug
  const { title } = data
  const wanted = named || (typeof title === 'string' && titleToPathSegment(title, maxSlugLength))
  if (typeof wanted !== 'string') return data
  const slug = secretSlug(wanted || 'event', before, data)
  if (slug === named) return { ...data, slug }
  return { ...data, slug: await findFreeSlug(await transactionOf(req), slug, before?.id ?? 0) }
}

/** Checks every change of an event, by a form of the admin or another request. */
export const checkEvent: CollectionBeforeChangeHook = async ({
  data,
  operation,
  originalDoc,
  req,
}) => {
  const { tell, ...cleaned } = tidy(data)
  if (isSplit(req)) return cleaned
  req.context.tell = tell === 'yes' ? true : tell === 'no' ? false : null
  const before = operation === 'update' ? (originalDoc as StoredRecord) : undefined
  const after = { ...before, ...cleaned } as StoredRecord
  if (operation === 'create') requirePublisher(req, after.status !== 'draft')
  else if (before) await checkChange(req, before, after, changedFields(before, cleaned))
  const problems = await findProblems(req, before, after)
  if (problems.length)
    throw new ValidationError({ collection: 'events', errors: problems, req }, req.t)
  return cleaned
}

/** Replaces an empty `rule`, `doors` or `left_out` by null, and normalises the rule to the format of RFC 5545. */
function tidy(data: Doc): Doc {
  const { rule, doors, left_out } = data
  return {
    ...data,
    ...(typeof rule === 'string' && {
      rule:
        rule
          .trim()
          .replace(/^RRULE:/i, '')
          .toUpperCase() || null,
    }),
    ...(doors === '' && { doors: null }),
    ...(left_out !== undefined && {
      left_out: Array.isArray(left_out) && left_out.length ? left_out : null,
    }),
  }
}

const idOrValue = (value: unknown): unknown =>
  typeof value === 'object' && value && 'id' in value ? value.id : (value ?? null)
const changedFields = (before: object, data: Doc): string[] =>
  Object.keys(data).filter((name) => {
    if (['updatedAt', 'createdAt', 'deletedAt', 'id', 'next_start'].includes(name)) return false
    const [old, now] = [idOrValue((before as Doc)[name]), idOrValue(data[name])]
    const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && !value.length)
    return JSON.stringify(old) !== JSON.stringify(now) && !(isEmpty(old) && isEmpty(now))
  })

function requirePublisher(req: PayloadRequest, isNeeded: boolean) {
  if (!isNeeded || !req.user || can(req, 'events.publish')) return
  refuse('Publishers do that with events that are out. Ask one of them.', 403)
}

async function checkChange(
  req: PayloadRequest,
  before: StoredRecord,
  after: StoredRecord,
  changed: readonly string[],
) {
  const db = await transactionOf(req)
  const trashed = isTrashedIfChanged(after as unknown as Doc, before as unknown as Doc)
  const isOut = before.status !== 'draft'
  requirePublisher(
    req,
    isOut &&
      !isDateChange(req) &&
      (trashed !== undefined || changed.some((name) => !texts.includes(name))),
  )
  if (trashed && (await countGuestsToCome(db, before.id))) {
    refuse('People have reserved. Cancel it first, so that they are told.', 409)
  }
  if (before.status !== after.status) await checkStatus(req, before, after.status)
  if (before.status === 'ended' && changed.some((name) => times.includes(name))) {
    refuse('It is over. Duplicate it to have it again.', 409)
  }
}

async function checkStatus(req: PayloadRequest, before: StoredRecord, status: EventStatus) {
  requirePublisher(req, true)
  if (!canBecome(before.status, status)) {
    refuse(`It is ${before.status}, so it can’t be ${status}.`, 409)
  }
  if (status === 'draft' && (await hasReservations(await transactionOf(req), before.id))) {
    refuse('People have reserved, so it can’t be a draft again. Cancel it instead.', 409)
  }
}

type Problem = { path: string; message: string }

async function findProblems(
  req: PayloadRequest,
  before: StoredRecord | undefined,
  after: StoredRecord,
): Promise<Problem[]> {
  const problems: Problem[] = []
  if (before && before.status !== 'draft' && after.slug !== before.slug) {
    problems.push({ path: 'slug', message: 'It was published under this address, so it stays.' })
  } else if (typeof after.slug === 'string' && after.slug !== before?.slug) {
    const free = await findFreeSlug(await transactionOf(req), after.slug, before?.id ?? 0)
    if (free !== after.slug)
      problems.push({ path: 'slug', message: `Another event has it. ${free} is free.` })
  }
  if (after.payment !== 'free' && after.payment && !after.price_cents) {
    problems.push({ path: 'price_cents', message: 'Write a price, for example 4.95.' })
  }
  // Payload reports missing and malformed times, together with the problems of all other fields.
  const areTimesValid = [after.start, after.end].every((each) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(each ?? ''),
  )
  if (!areTimesValid) return problems
  const timeZone = await timeZoneOf(req)
  const found = scheduleProblems(recordOf(after), timeZone, new Date())
  const isPlanned = before && before.status !== 'draft' && after.rule
  const isOther = before?.start !== after.start || before?.rule !== after.rule
  // Otherwise a published date would be dropped without a word.
  if (isPlanned && isOther && !found.length && !startsWithDate(recordOf(after), timeZone)) {
    problems.push({ path: 'rule', message: otherDayProblem(after.start) })
  }
  return [...problems, ...found.map(({ field, message }) => ({ path: field, message }))]
}

const otherDayProblem = (start: string): string => {
  const day = ruleDayNames[ruleDayOf(start)]
  return `It starts on a ${day} that is no date of the series. Choose here on which days it is, or start on one of its days.`
}

/** Updates the stored dates of the event. */
export const syncDates: CollectionAfterChangeHook = async ({ doc, req }) => {
  if (isSplit(req)) return doc
  const tell = (req.context.tell as boolean | null | undefined) ?? null
  const reason = req.context.reason as string | undefined
  try {
    req.context.synced = await syncDatesOfRecord(req, doc as StoredRecord, {
      tell,
      reason,
      isTrashed: Boolean(doc.deletedAt),
      isRecordSaved: true,
    })
  } catch (error) {
    throw error instanceof HttpError ? asFormProblem(error, req) : error
  }
  return doc
}

function asFormProblem(error: HttpError, req: PayloadRequest): Error {
  const { replyFields, field, message } = error
  if (!field) return error
  const { mails, guests } = replyFields
  if (guests && isRestoring(req)) {
    return new APIError(
      `This version has another time or place, and ${guests} ${guests === 1 ? 'guest has' : 'guests have'} reserved. Change it in the form, where you choose whether they are told.`,
      409,
    )
  }
  const text =
    typeof mails === 'number' ? `Say whether guests are told: ${mailsInWords(mails)}.` : message
  const errors = [{ path: field, message: text }]
  return new ValidationError({ collection: 'events', errors, req }, req.t)
}

/** Refuses to delete an event that still expects guests. Such an event must be cancelled first. */
export const keepEventWithGuests: CollectionBeforeDeleteHook = async ({ id, req }) => {
  if (await countGuestsToCome(await transactionOf(req), Number(id))) {
    refuse('People have reserved. Cancel it first, so that they are told.', 409)
  }
}

/** Deletes the dates of an event that is deleted for good, except dates with reservations. */
export const deleteDates: CollectionAfterDeleteHook = async ({ id, doc, req }) => {
  await removeDates(req, Number(id))
  return doc
}
