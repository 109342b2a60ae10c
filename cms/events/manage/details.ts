import { createHash } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { record } from '../../audit/service.ts'
import { inTransaction } from '../../database/transaction.ts'
import { featuresOf, requireProvider } from '../../feature.ts'
import { changeDate, isElsewhere, withOwn } from '../change-date.ts'
import { localOf } from '../local-time.ts'
import { lockDate } from '../queries/dates.ts'
import type { EventDate, OwnValues } from '../rules.ts'
import { cancelDate, guestsOf, tellChanged } from '../service.ts'
import { auditedBy, type Manager, requireManaged } from './access.ts'
import type { cancelDateRequest, DetailsRequest } from './contract.ts'
import { manageError } from './errors.ts'

/** The values of a date that organisers change, as a form shows them. */
export type Details = Required<
  Pick<OwnValues, 'summary' | 'start' | 'end' | 'doors' | 'areas' | 'capacity'>
>

export const detailsOf = (date: EventDate, timeZone: string): Details => ({
  summary: date.summary,
  start: localOf(date.startsAt, timeZone),
  end: localOf(date.endsAt, timeZone),
  doors: date.doorsAt && localOf(date.doorsAt, timeZone),
  areas: date.areas,
  capacity: date.capacity,
})

/** Identifies what a form showed. */
export const shownOf = ({ summary, start, end, doors, areas, capacity }: Details): string =>
  createHash('sha256')
    .update(JSON.stringify([summary, start, end, doors, [...areas].sort(), capacity]))
    .digest('hex')
    .slice(0, 16)

export type DetailsReply = { told: number }

/**
 * Changes a date. If it is at another time or place then, `tell` says whether its guests are told.
 * @throws HttpError `no_date`, `is_over`, `changed`, `ask_tell` with the fact `guests`, `capacity_taken`, `times`,
 *   `no_such_time`
 */
export const changeDetails = (
  req: PayloadRequest,
  manager: Manager,
  { date: id, shown, tell, ...details }: DetailsRequest,
): Promise<DetailsReply> =>
  inTransaction(req, async (db) => {
    await requireManaged(db, manager, id)
    const date = await lockDate(db, id)
    const { timeZone } = await requireProvider(featuresOf(req.payload), 'site').find(req.payload)
    if (!date) throw manageError('no_date')
    const now = detailsOf(date, timeZone)
    // The request may be a repeated one.
    if (shownOf(now) === shownOf(details)) return { told: 0 }
    if (shownOf(now) !== shown) throw manageError('changed')
    if (date.status === 'cancelled' || date.endsAt <= new Date()) throw manageError('is_over')
    const own = changedIn(now, details)
    if (tell === null && isElsewhere(date, withOwn(date, own, timeZone))) {
      const guests = (await guestsOf(db, id)).filter(
        ({ email, status }) => email && status !== 'cancelled',
      )
      if (guests.length) throw manageError('ask_tell', { facts: { guests: guests.length } })
    }
    const { before, after } = await changeDate(req, { date: id, own, ...auditedBy(manager) })
    if (!tell || !isElsewhere(before, after)) return { told: 0 }
    return tellChanged(req, { date: id, before })
  })

/** Only what was changed, so that everything else follows the series. */
function changedIn(before: Details, after: Details): OwnValues {
  const names = Object.keys(before) as (keyof Details)[]
  const differs = (name: keyof Details) =>
    JSON.stringify([before[name]].flat().sort()) !== JSON.stringify([after[name]].flat().sort())
  return Object.fromEntries(names.filter(differs).map((name) => [name, after[name]]))
}

const comparable = (title: string) =>
  title.normalize('NFKC').replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim().toLowerCase()

/**
 * Cancels a date: everything that is held is released, and everybody is told.
 * @throws HttpError `no_date`, `wrong_title`
 */
export const cancelManagedDate = (
  req: PayloadRequest,
  manager: Manager,
  { date: id, title, reason }: z.output<typeof cancelDateRequest>,
): Promise<DetailsReply> =>
  inTransaction(req, async (db) => {
    const date = await requireManaged(db, manager, id)
    if (comparable(title) !== comparable(date.title)) {
      throw manageError('wrong_title', { field: 'title' })
    }
    if (date.status === 'cancelled') return { told: 0 }
    const { told } = await cancelDate(req, { date: id, by: manager.by, ...(reason && { reason }) })
    await record(req, {
      action: 'event_date_cancelled',
      subject: `${date.title}, ${date.day}`,
      of_collection: 'event_dates',
      document: id,
      details: { told, ...(reason && { reason }) },
      ...auditedBy(manager),
    })
    return { told }
  })
