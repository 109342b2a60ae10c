import type { Payload } from 'payload'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { birthdaysOn } from '../../automations/rules.ts'
import { timeIn } from '../../events/when.ts'
import { findBirthdayAddresses } from '../../newsletter/service.ts'
import { addDays, localMoment } from '../../venue/hours/opening-hours.ts'
import { venueAreas } from '../../venue/rules.ts'
import { venueTimeOf } from '../../venue/time/venue-time.ts'
import { countAllNoShows } from '../queries/no-shows.ts'
import { findAllOnSheet, listSheet, type SheetRow, searchSheet } from '../queries/sheet.ts'
import { listHitBookings } from '../queries/taken.ts'
import { ruleFor, type Table } from '../rules.ts'
import { findDesks, toClosure } from '../setup.ts'
import { findPlan, type Plan } from '../situation.ts'
import { timesOn } from '../times/times-on.ts'
import type { SheetArea, SheetBooking, SheetClosure, SheetReply } from './contract.ts'
import { knownGuest } from './no-shows.ts'
import { coversOf, eveningDay, type SheetStatus, sheetStatusOf } from './rules.ts'
import { listTold } from './told.ts'
import { waitingPath } from './waiting-token.ts'

export const statusOf = (row: SheetRow): SheetStatus =>
  sheetStatusOf({
    reservation: row.status,
    ...{ isHeld: row.isHeld, isReleased: row.isReleased },
    isQuoted: row.quotedFor !== null && !row.tables.length,
    isSeated: row.seatedAt !== null,
    isFinished: row.finishedAt !== null,
  })

/** When the night of a day ends, as a moment: six in the morning. */
export const nightEnd = (day: string, timeZone: string): Date =>
  venueTimeOf(`${addDays(day, 1)}T06:00`, timeZone)?.at ?? new Date(`${addDays(day, 1)}T06:00:00Z`)

/** The bookings of a day with what staff need to know, and how full each area is. */
export async function findSheet(payload: Payload, given?: string): Promise<SheetReply> {
  const plan = await findPlan(payload)
  const { timeZone } = plan
  const now = new Date()
  const today = eveningDay(localMoment(now, timeZone))
  const day = given ?? today
  const db = databaseOf(payload)
  const rows = await listSheet(db, day)
  const [bookings, closures, desks] = await Promise.all([
    toSheet(db, rows, timeZone),
    findClosures(payload, db, day, plan),
    findDesks(payload),
  ])
  return {
    ...{ day, today, time: timeIn(now, timeZone), now: now.toISOString() },
    until: nightEnd(day, timeZone).toISOString(),
    areas: areasOf({ ...plan, desks }, day, rows),
    ...{ bookings, closures },
  }
}

/** Searches by name or telephone, from a week ago on. */
export async function searchBookings(payload: Payload, text: string): Promise<SheetBooking[]> {
  const { timeZone } = await findPlan(payload)
  const wanted = text.trim().toLowerCase()
  if (wanted.length < 2) return []
  const today = localMoment(new Date(), timeZone).date
  const range = { from: addDays(today, -7), until: addDays(today, 400) }
  const digits = wanted.replace(/\D/g, '').replace(/^0+/, '')
  const db = databaseOf(payload)
  return toSheet(db, await searchSheet(db, { ...range, text: wanted, digits }), timeZone)
}

export async function toSheet(
  db: Database,
  rows: readonly SheetRow[],
  timeZone: string,
): Promise<SheetBooking[]> {
  const guests = rows.map((row) => ({ booking: row.id, ...knownGuest(row) }))
  const emails = rows.flatMap(({ email }) => email ?? [])
  const days = [...new Set(rows.map(({ day }) => day))].flatMap(birthdaysOn)
  const [noShows, born] = await Promise.all([
    countAllNoShows(db, guests),
    findBirthdayAddresses(db, emails, days),
  ])
  const missed = new Map(noShows.map(({ booking, count }) => [booking, count]))
  const birthdays = new Map(born.map(({ email, day, month }) => [email, { day, month }]))
  const isBorn = ({ email, day }: SheetRow) => {
    const birthday = email === null ? undefined : birthdays.get(email)
    return birthdaysOn(day).some(
      (each) => each.day === birthday?.day && each.month === birthday.month,
    )
  }
  return rows.map((row) => {
    const status = statusOf(row)
    return {
      ...{ id: row.id, version: row.version, area: row.area, day: row.day, party: row.party },
      ...{ time: timeIn(row.startsAt, timeZone), ends: timeIn(row.endsAt, timeZone) },
      at: row.startsAt.toISOString(),
      ...{ name: row.name, phone: row.phone, source: row.source, status, tables: row.tables },
      late_minutes: row.lateMinutes,
      quoted_for: row.quotedFor && timeIn(row.quotedFor, timeZone),
      waiting_path: status === 'waiting' ? waitingPath(row.id) : null,
      ...{ notes: row.notes, occasion: row.occasion, allergies: row.allergies },
      ...{ high_chair: row.highChair, step_free: row.stepFree },
      ...{ is_desk: row.kind === 'desk', is_member: row.member !== null },
      is_new: row.cameBefore === false,
      has_birthday: row.occasion === 'birthday' || isBorn(row),
      no_shows: missed.get(row.id) ?? 0,
    }
  })
}

function areasOf(
  { setup, hours, timeZone, desks }: Plan & { desks: readonly Table[] },
  day: string,
  rows: readonly SheetRow[],
): SheetArea[] {
  return venueAreas.flatMap((area) => {
    const tables = setup.tables.filter((each) => each.area === area)
    const own = rows.filter((row) => row.area === area)
    if (!tables.length && !own.length) return []
    const rule = ruleFor(setup.rules, area, day)
    const times = rule ? timesOn(day, { hours, area, rule, timeZone }) : []
    const arriving = own.map((row) => ({
      ...{ startsAt: row.startsAt, party: row.party },
      ...{ status: statusOf(row), hasTable: row.tables.length > 0 },
    }))
    return [
      {
        area,
        tables: tables.map(({ id, name, min, max }) => ({ id, name, min, max })),
        desks: desks.filter((each) => each.area === area).map(({ id, name }) => ({ id, name })),
        times: coversOf(times, arriving).map(({ clock, covers }) => ({
          ...{ time: clock, covers, capacity: rule?.covers ?? null },
        })),
      },
    ]
  })
}

/** The closures that overlap a day. */
async function findClosures(
  payload: Payload,
  db: Database,
  day: string,
  { timeZone }: Plan,
): Promise<SheetClosure[]> {
  // Times of closures are stored on the venue’s clock, and nights end at six.
  const { docs } = await payload.find({
    ...{ collection: 'booking_closures', pagination: false, depth: 0, sort: 'from' },
    where: {
      and: [
        { to: { greater_than: `${day}T06:00` } },
        { from: { less_than: `${addDays(day, 1)}T06:00` } },
      ],
    },
  })
  const night = nightEnd(day, timeZone)
  const found = await Promise.all(
    docs.map(async (doc): Promise<SheetClosure | null> => {
      const closure = toClosure(doc, timeZone)
      if (!closure || closure.from >= night) return null
      if (closure.to <= nightEnd(addDays(day, -1), timeZone)) return null
      const hits = await listHitBookings(db, closure)
      const ids = hits.map(({ id }) => id)
      const rows = ids.length ? await findAllOnSheet(db, ids) : []
      const told = [...(await listTold(db, { id: doc.id, closure }, rows)).values()]
      const last = told.sort((one, other) => Number(one) - Number(other)).at(-1)
      return {
        ...{ id: doc.id, area: closure.area, tables: [...closure.tables], reason: doc.reason },
        ...{ from: doc.from, to: doc.to, hits: hits.length },
        ...{ told: told.length, told_at: last ? timeIn(last, timeZone) : null },
      }
    }),
  )
  return found.filter((each) => each !== null)
}
