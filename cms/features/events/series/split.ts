import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { eventError } from '../errors.ts'
import { findDatesOf, findStoredDate, giveDatesTo, lockRecord } from '../queries/records.ts'
import { findFreeSlug } from './free-slug.ts'
import { localTimesAt, ruleFrom, ruleUntil } from './recurrence.ts'
import { announceDateTags, recordOf, timeZoneOf } from './sync.ts'

/**
 * Splits a series before a date: “this and following”. The record then ends before this date. A new record continues
 * the series with the following dates, which keep their ids, slugs and reservations. Guests notice nothing. Staff
 * change the new record afterwards, like any other record.
 * @returns the id of the record that the date now belongs to. If it is the first date, the series is not split
 * @throws HttpError `no_date`, `no_series`
 */
export const splitSeries = (req: PayloadRequest, dateId: number): Promise<number> =>
  inTransaction(req, async (db) => {
    const known = await findStoredDate(db, dateId)
    if (!known || !(await lockRecord(db, known.event))) throw eventError('no_date')
    const date = await findStoredDate(db, dateId)
    if (!date) throw eventError('no_date')
    // If the event differs, somebody else has split the series here meanwhile.
    if (date.event !== known.event) return date.event
    const doc = await req.payload.findByID({ collection: 'events', id: date.event, depth: 0, req })
    const series = recordOf(doc)
    if (!series.rule) throw eventError('no_series')
    const dates = await findDatesOf(db, date.event)
    const first = date.original
    if (!dates.some(({ original }) => original < first)) return date.event
    const { id: _, createdAt: __, updatedAt: ___, deletedAt: ____, ...copied } = doc
    const { doors, end } = localTimesAt(series, first)
    const [excludedBefore, excludedAfter] = [
      series.excludedStarts.filter((each) => each < first),
      series.excludedStarts.filter((each) => each >= first),
    ]
    const restRule = ruleFrom(series, first, await timeZoneOf(req))
    const collection = 'events'
    const newRecord = await withSplitContext(req, async () => {
      const ended = { rule: ruleUntil(series.rule ?? '', first), left_out: excludedBefore }
      await req.payload.update({ collection, id: date.event, depth: 0, req, data: ended })
      return req.payload.create({
        collection,
        depth: 0,
        req,
        data: {
          ...copied,
          ...{ start: first, end, doors, rule: restRule, left_out: excludedAfter },
          slug: await findFreeSlug(db, series.slug, 0),
          continues: date.event,
        },
      })
    })
    const moved = dates.filter(({ original }) => original >= first).map(({ id }) => id)
    await giveDatesTo(db, moved, newRecord.id)
    await record(req, {
      action: 'series_split',
      subject: series.title,
      of_collection: 'events',
      document: newRecord.id,
      details: { from: first, continues: date.event },
    })
    await announceDateTags(req, moved)
    return newRecord.id
  })

// Both records are saved with exactly the dates that they have, so the hooks must not change the dates.
async function withSplitContext<T>(req: PayloadRequest, work: () => Promise<T>): Promise<T> {
  Object.assign(req.context, { isSplit: true, isAudited: true })
  try {
    return await work()
  } finally {
    delete req.context.isSplit
    delete req.context.isAudited
  }
}
