import type { PayloadRequest } from 'payload'
import { type AuditEntry, record } from '../audit/service.ts'
import { announce } from '../database/announce.ts'
import { inTransaction } from '../database/transaction.ts'
import { featuresOf, requireProvider } from '../feature.ts'
import { slotAt } from '../members/profile/rules.ts'
import { instantOf } from './local-time.ts'
import { manageError } from './manage/errors.ts'
import { findOwn, updateDate } from './queries/change-date.ts'
import { lockDate } from './queries/dates.ts'
import type { EventDate, OwnValues } from './rules.ts'
import { offerPlaces } from './service.ts'
import { eventDateTag, eventsTag } from './tags.ts'

/**
 * Changes one date of an event, and nothing of its other dates. Freed places are offered to those who wait; the guests
 * are not told.
 * @param change.own the values to change; the others stay
 * @param change.by who is named in the audit trail; by default the request's user
 * @throws HttpError `no_date`, `times`, `no_such_time`, `capacity_taken` with the fact `taken`
 */
export async function changeDate(
  req: PayloadRequest,
  { date: id, own, by }: { date: number; own: OwnValues; by?: AuditEntry['by'] },
): Promise<{ before: EventDate; after: EventDate }> {
  const { timeZone } = await requireProvider(featuresOf(req.payload), 'site').find(req.payload)
  return inTransaction(req, async (db) => {
    const before = await lockDate(db, id)
    if (!before) throw manageError('no_date')
    const after = withOwn(before, own, timeZone)
    if (after.capacity !== null && after.capacity < after.taken) {
      throw manageError('capacity_taken', { field: 'capacity', facts: { taken: after.taken } })
    }
    const changed = changedNames(before, after)
    if (!changed.length) return { before, after }
    const isShown = changed.some((name) => name !== 'capacity' && name !== 'maxParty')
    await updateDate(db, after, { own: { ...(await findOwn(db, id)), ...own }, isShown })
    await record(req, {
      action: 'event_date_changed',
      subject: `${before.title}, ${before.day}`,
      of_collection: 'event_dates',
      document: id,
      details: Object.fromEntries(
        changed.map((name) => [name, { before: before[name], after: after[name] }]),
      ),
      ...(by !== undefined && { by }),
    })
    await announce(req, [eventsTag, eventDateTag(id)])
    await offerPlaces(req, id)
    return { before, after }
  })
}

const shownNames = [
  'title',
  'summary',
  'startsAt',
  'endsAt',
  'doorsAt',
  'areas',
  'capacity',
  'maxParty',
  'status',
] as const

const changedNames = (before: EventDate, after: EventDate) =>
  shownNames.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

/** Whether guests have to know: it is at another time or in another place. */
export const isElsewhere = (before: EventDate, after: EventDate): boolean =>
  changedNames(before, after).some((name) =>
    ['startsAt', 'endsAt', 'doorsAt', 'areas'].includes(name),
  )

/** A date with other values. @throws HttpError `times`, `no_such_time` */
export function withOwn(date: EventDate, own: OwnValues, timeZone: string): EventDate {
  const { start, end, doors, ...rest } = own
  const moment = (local: string, field: string) => {
    const found = instantOf(local, timeZone)
    if (!found) throw manageError('no_such_time', { field })
    return found
  }
  const startsAt = start === undefined ? date.startsAt : moment(start, 'start')
  const endsAt = end === undefined ? date.endsAt : moment(end, 'end')
  const doorsAt = doors === undefined ? date.doorsAt : doors && moment(doors, 'doors')
  if (endsAt <= startsAt) throw manageError('times', { field: 'end' })
  if (doorsAt && doorsAt > startsAt) throw manageError('times', { field: 'doors' })
  return {
    ...date,
    ...rest,
    ...{ startsAt, endsAt, doorsAt: doorsAt || null },
    ...(start !== undefined && {
      day: start.slice(0, 10),
      slot: slotAt(Number(start.slice(11, 13))),
    }),
  }
}
