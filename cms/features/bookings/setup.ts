import type { Payload } from 'payload'
import { cachedRead } from '../../platform/database/cached-read.ts'
import type {
  BookingClosure as ClosureRecord,
  BookingRule as RuleRecord,
  Table as TableRecord,
} from '../../platform/payload/payload-types.ts'
import { findVenue } from '../venue/service.ts'
import { venueTimeOf } from '../venue/time/venue-time.ts'
import { type BookingRule, type Closure, groupsIn, type Setup, type Table } from './rules.ts'
import { bookingTags } from './tags.ts'

const findRecords = (payload: Payload) =>
  cachedRead('booking setup', [bookingTags.setup], () => readSetup(payload))

/** The tables that can be booked, the rules and the closures, cached until staff change them. */
export async function findSetup(payload: Payload): Promise<Setup> {
  const [{ timeZone }, { tables, rules, closures }] = await Promise.all([
    findVenue(payload),
    findRecords(payload),
  ])
  return {
    tables,
    rules,
    closures: closures.flatMap((record) => toClosure(record, timeZone) ?? []),
  }
}

/** The tables that can be booked. */
export const findTables = async (payload: Payload): Promise<readonly Table[]> =>
  (await findRecords(payload)).tables

/** The desks that members can book. */
export const findDesks = async (payload: Payload): Promise<readonly Table[]> =>
  (await findRecords(payload)).desks

async function readSetup(payload: Payload) {
  const all = { pagination: false, depth: 0 } as const
  const [tables, rules, closures] = await Promise.all([
    payload.find({ ...all, collection: 'tables', sort: ['area', 'position', 'id'] }),
    payload.find({ ...all, collection: 'booking_rules', sort: 'id' }),
    payload.find({ ...all, collection: 'booking_closures', sort: 'id' }),
  ])
  return {
    tables: tables.docs.filter(({ active, desk }) => active && !desk).map(toTable),
    desks: tables.docs.filter(({ active, desk }) => active && desk).map(toTable),
    rules: rules.docs.map(toRule),
    closures: closures.docs,
  }
}

const toTable = (record: TableRecord): Table => ({
  ...{ id: record.id, name: record.name, area: record.area },
  ...{ min: record.min_party, max: record.max_party, groups: groupsIn(record.joins) },
  isStepFree: Boolean(record.step_free),
  isOutdoors: Boolean(record.outdoors),
  hasHighChair: Boolean(record.high_chair),
})

const toRule = (record: RuleRecord): BookingRule => ({
  ...{ area: record.area, days: record.days ?? [], interval: record.interval, last: record.last },
  stays: record.stays.map(({ party, minutes }) => ({ party, minutes })),
  ...{ buffer: record.buffer, daysAhead: record.days_ahead, notice: record.notice },
  ...{ covers: record.covers ?? null, cancelHours: record.cancel_hours },
  deposit: record.deposit_cents
    ? { cents: record.deposit_cents, party: record.deposit_party ?? 1 }
    : null,
  depositDays: (record.deposit_days ?? []).map(({ day, cents }) => ({ day, cents })),
  ...{ spareSeats: record.spare_seats, largestParty: record.largest_party },
})

/** Null if its times cannot be read. */
export function toClosure(
  record: Pick<ClosureRecord, 'area' | 'tables' | 'from' | 'to' | 'guest_text'>,
  timeZone: string,
): Closure | null {
  const [from, to] = [record.from, record.to].map((local) => venueTimeOf(local, timeZone)?.at)
  if (!from || !to || from >= to) return null
  const tables = (record.tables ?? []).map((each) => (typeof each === 'number' ? each : each.id))
  return { area: record.area ?? null, tables, from, to, guestText: record.guest_text ?? '' }
}
