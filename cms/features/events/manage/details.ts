import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { type Database, databaseOf, transactionOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { venueTimeOf } from '../../venue/time/venue-time.ts'
import { eventError } from '../errors.ts'
import { findStoredDate } from '../queries/records.ts'
import { countMailedChange } from '../rate-limits.ts'
import { limits } from '../rules.ts'
import {
  cancelOneDate,
  changeDate,
  type DateFormValues,
  formOf,
  versionOf,
} from '../series/change-date.ts'
import { recordOf, timeZoneOf } from '../series/sync.ts'
import { type Manager, requireManaged } from './access.ts'
import type { cancelDateRequest, DetailsRequest } from './contract.ts'

/** The values of a date as the form shows them. `seen` identifies this state. */
export type Details = { form: DateFormValues; seen: string }

/** @returns null if there is no such date */
export async function findDetails(
  req: Pick<PayloadRequest, 'payload'>,
  db: Database,
  id: number,
): Promise<Details | null> {
  const date = await findStoredDate(db, id)
  if (!date) return null
  const doc = await req.payload.findByID({
    collection: 'events',
    id: date.event,
    depth: 0,
    disableErrors: true,
  })
  return doc ? { form: formOf(recordOf(doc), date), seen: versionOf(date) } : null
}

/** `told`: how many guests were notified. */
export type DetailsReply = { told: number }

/**
 * Changes a date. If the time or the place changes, `tell` says whether the guests are notified.
 * @throws HttpError `no_date`, `changed`, `over`, `not_possible`, `bad_schedule`, `too_many_changes`, `ask_guests`
 *   with `guests` in the reply, `capacity_taken` with `taken` in the reply
 */
export async function changeDetails(
  req: PayloadRequest,
  manager: Manager,
  { date: id, seen, tell, ...values }: DetailsRequest,
): Promise<DetailsReply> {
  const db = databaseOf(req.payload)
  const { taken } = await requireManaged(db, manager, id)
  const current = await findDetails(req, db, id)
  if (!current) throw eventError('link_no_date')
  const form = { ...current.form, ...values }
  // A repeated request changes nothing and succeeds.
  if (isSame(form, current.form)) return { told: 0 }
  if (form.capacity !== null && form.capacity < taken && form.capacity !== current.form.capacity) {
    throw eventError('capacity_taken', { field: 'capacity', replyFields: { taken } })
  }
  await requireNearFuture(req, form, current.form)
  return inTransaction(req, async () => {
    const { notifiedGuests } = await changeDate(req, id, { seen, tell, form })
    if (notifiedGuests && manager.link) await countMailedChange(await transactionOf(req), id)
    return { told: notifiedGuests }
  })
}

/** Refuses times in the past, which would end the date at once, and times far ahead, which would keep links valid. */
async function requireNearFuture(
  req: PayloadRequest,
  form: DateFormValues,
  current: DateFormValues,
): Promise<void> {
  const timeZone = await timeZoneOf(req)
  const isPossible = (local: string) => {
    const at = venueTimeOf(local, timeZone)?.at.getTime() ?? 0
    return at > Date.now() && at < Date.now() + limits.horizonDays * 86_400_000
  }
  for (const field of ['start', 'end'] as const) {
    if (form[field] === current[field] || isPossible(form[field])) continue
    const message = 'Choose a time within the next year.'
    throw eventError('bad_schedule', { message, field })
  }
}

const isSame = (one: DateFormValues, other: DateFormValues): boolean => {
  const names = Object.keys(one) as (keyof DateFormValues)[]
  const text = (value: DateFormValues[keyof DateFormValues]) =>
    JSON.stringify([value].flat().sort())
  return names.every((name) => text(one[name]) === text(other[name]))
}

const comparable = (title: string) =>
  title.normalize('NFKC').replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim().toLowerCase()

/**
 * Cancels a date. All holds are released, and all guests are notified.
 * @throws HttpError `no_date`, `wrong_title`, `over`, `not_possible`
 */
export const cancelManagedDate = (
  req: PayloadRequest,
  manager: Manager,
  { date: id, title, reason }: z.output<typeof cancelDateRequest>,
): Promise<DetailsReply> =>
  inTransaction(req, async (db) => {
    const date = await requireManaged(db, manager, id)
    if (comparable(title) !== comparable(date.title)) {
      throw eventError('wrong_title', { field: 'title' })
    }
    const stored = date.status === 'cancelled' ? null : await findStoredDate(db, id)
    if (!stored) return { told: 0 }
    const { notifiedGuests } = await cancelOneDate(req, id, { seen: versionOf(stored), reason })
    return { told: notifiedGuests }
  })
