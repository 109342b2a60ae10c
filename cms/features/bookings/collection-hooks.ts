import {
  type CollectionBeforeChangeHook,
  type CollectionBeforeDeleteHook,
  type CollectionBeforeValidateHook,
  type PayloadRequest,
  ValidationError,
} from 'payload'
import { lockNames } from '../../platform/database/advisory-locks.ts'
import { transactionOf } from '../../platform/database/query.ts'
import { refuse } from '../../platform/payload/hooks/refuse.ts'
import { isTrashedIfChanged } from '../../platform/payload/hooks/trash.ts'
import { weekdays } from '../venue/hours/opening-hours.ts'
import { dayNames } from '../venue/names.ts'
import { venueTimeOf } from '../venue/time/venue-time.ts'
import { hasComingBookings } from './service.ts'

async function requireFree(req: PayloadRequest, id: unknown) {
  if (!(await hasComingBookings(await transactionOf(req), Number(id)))) return
  refuse(
    'This table has bookings. Move them to other tables first, or untick “Can be booked”.',
    409,
  )
}

export const keepTakenTable: CollectionBeforeDeleteHook = async ({ id, req }) => {
  await requireFree(req, id)
  await deleteClosuresOf(req, Number(id))
}

/** Deletes the closures of a table alone, which would close the whole venue without it. Those in the trash could be restored. */
async function deleteClosuresOf(req: PayloadRequest, table: number): Promise<void> {
  const { docs } = await req.payload.find({
    ...{ collection: 'booking_closures', pagination: false, depth: 0, trash: true, req },
    where: { tables: { in: [table] } },
  })
  for (const { id, tables } of docs) {
    if (tables?.some((each) => Number(each) !== table)) continue
    await req.payload.delete({ collection: 'booking_closures', id, trash: true, req })
  }
}

export const keepTakenTableInTrash: CollectionBeforeChangeHook = async ({
  data,
  originalDoc,
  req,
}) => {
  if (isTrashedIfChanged(data, originalDoc)) await requireFree(req, originalDoc.id)
  return data
}

/** Refuses a second rule of an area for the same days. Concurrent changes of rules wait for each other. */
export const checkRule: CollectionBeforeValidateHook = async ({ data, originalDoc, req }) => {
  if (!data || data.deletedAt) return data
  const { area, days } = { ...originalDoc, ...data }
  if (!area) return data
  await lockNames(await transactionOf(req), ['booking rules'])
  const { docs } = await req.payload.find({
    collection: 'booking_rules',
    where: {
      area: { equals: area },
      // A new record has an original without an id.
      ...(originalDoc?.id && { id: { not_equals: originalDoc.id } }),
    },
    pagination: false,
    depth: 0,
    req,
  })
  const own: string[] = days ?? []
  const other = docs.find((each) => {
    const others: string[] = each.days ?? []
    return own.length ? own.some((day) => others.includes(day)) : !others.length
  })
  if (!other) return data
  const twice = weekdays.filter((day) => own.includes(day) && (other.days ?? []).includes(day))
  const message = twice.length
    ? `This area has a rule for ${twice.map((day) => dayNames[day]).join(', ')} already.`
    : 'This area has a rule for every day already. Choose days for this one.'
  throw new ValidationError(
    { collection: 'booking_rules', errors: [{ message, path: 'days', label: 'Days' }], req },
    req.t,
  )
}

/** Whether a value is a time that the calendar and the clock have, such as `2026-12-03T19:30`. */
export const isLocalTime = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value) &&
  venueTimeOf(value, 'UTC') !== null

export const checkClosure: CollectionBeforeValidateHook = ({ data, originalDoc, req }) => {
  if (!data) return data
  const { from, to } = { ...originalDoc, ...data }
  // The fields refuse what is no time.
  if (!isLocalTime(from) || !isLocalTime(to) || from < to) return data
  const message = 'It has to end after it begins.'
  throw new ValidationError(
    { collection: 'booking_closures', errors: [{ message, path: 'to', label: 'Until' }], req },
    req.t,
  )
}
