import { lockNames } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/query.ts'
import { inSavepoint } from '../../platform/database/transaction.ts'
import type { VenueArea } from '../venue/rules.ts'
import { type SpaceUse, shareSpaces } from '../venue/spaces.ts'
import { bookingError } from './errors.ts'
import {
  type Arrivals,
  type Booking,
  findUse,
  finishLocked,
  insertHealth,
  insertPlaced,
  lockBooking,
  lockFirstSet,
  movePlaced,
  type NewBooking,
  type Place,
  type Placed,
  releaseTables,
} from './queries/place.ts'
import {
  type BookingRule,
  type BookingSource,
  cancelUntil,
  depositOf,
  type Needs,
  ruleFor,
  stayOf,
  type Table,
} from './rules.ts'
import { type Plan, readAvailability } from './situation.ts'
import { type AreaState, spanOf } from './times/availability.ts'
import { type StartTime, useOf } from './times/times-on.ts'

/** What a guest asks for. */
export type TableRequest = {
  area: VenueArea
  /** The day whose opening hours contain the time, `YYYY-MM-DD`. */
  day: string
  at: Date
  party: number
  needs?: Needs
}

/** What a guest adds to a booking. */
export type Wishes = Pick<NewBooking, 'phone' | 'notes' | 'occasion' | 'quotedFor'> & {
  /** Stored apart, and deleted after the visit. */
  allergies: string | null
}

export type TakeRequest = TableRequest & {
  source: BookingSource
  wishes?: Partial<Wishes>
  /** Null: taken for good. */
  heldMinutes: number | null
}

/** A booking with the tables that it takes. */
export type Taken = { booking: Booking; tables: number[] }

/** How often the free tables are read again because somebody else took one first. */
const maxReads = 100
/** How many of the best sets of tables are looked at. */
const mostSets = 40

const refusals = {
  none: 'no_tables',
  closed: 'closed',
  too_far: 'too_far',
  too_large: 'too_large',
  no_fit: 'no_fit',
} as const satisfies Record<Exclude<AreaState, 'open'>, string>

/**
 * Takes a table for a party, in the caller's transaction: the best one that is free. If somebody else takes it at the
 * same moment, the next one.
 * @param plan read before the transaction, see `findPlan`
 * @throws HttpError `no_tables`, `closed`, `too_far`, `too_large`, `no_fit`, `no_time`, `full`
 */
export async function take(db: Database, plan: Plan, request: TakeRequest): Promise<Taken> {
  const { area, day, party, needs, source, wishes, heldMinutes } = request
  const booking = toBooking({ area, day, party, source, needs, wishes })
  const taken = await placeWhereFree(db, plan, request, (place, terms) =>
    insertPlaced(db, { ...booking, startsAt: place.from, ...terms }, place, { heldMinutes }),
  )
  if (wishes?.allergies) await insertHealth(db, taken.booking.id, wishes.allergies)
  return taken
}

/**
 * Moves a booking to another time, area or number of people, like `take`. It keeps its tables if this fails.
 * @param request.version the version that the page showed
 * @throws HttpError the errors of `take`; `not_found`, `ended`, `stale`
 */
export async function reschedule(
  db: Database,
  plan: Plan,
  { booking: id, version, ...request }: TableRequest & { booking: number; version?: number },
): Promise<Taken> {
  await requireCurrent(db, id, version)
  const { area, day, party } = request
  return placeWhereFree(db, plan, { ...request, without: id }, (place, terms) =>
    movePlaced(db, id, { area, day, startsAt: place.from, party, ...terms }, place),
  )
}

/**
 * Makes a booking without a table, for a party that waits until one is free at its time.
 * @throws HttpError the errors of `take`, except `full`; `free` if a table is free then, `closed` if the area is closed then
 */
export async function waitFor(
  db: Database,
  plan: Plan,
  { area, day, at, party, needs }: TableRequest,
): Promise<Booking> {
  const rule = ruleFor(plan.setup.rules, area, day)
  if (!rule) throw bookingError('no_tables')
  const available = await readAvailability(db, plan, { from: day, until: day })
  const { state, time } = available.timeAt(area, day, { at, party })
  if (state !== 'open') throw bookingError(refusals[state])
  if (!time) throw bookingError('no_time')
  const found = available
    .ofArea(area, day, { party, ...(needs && { needs }) })
    .times.find((each) => each.at.getTime() === at.getTime())
  if (found?.isClosed) throw bookingError('closed')
  if (found?.isFree) throw bookingError('free')
  const booking = toBooking({ area, day, party, source: 'web', needs })
  const terms = termsOf(time, rule, { day, party })
  const place = { tables: [], from: at, until: terms.endsAt, arrivals: null }
  const placed = await insertPlaced(db, { ...booking, startsAt: at, ...terms }, place, {
    heldMinutes: null,
  })
  if ('refusal' in placed) throw bookingError('full')
  return placed.booking
}

export type StaffRequest = Pick<
  TakeRequest,
  'area' | 'day' | 'at' | 'party' | 'source' | 'wishes'
> & {
  needs?: Needs
  /** Empty: the party waits for a table. */
  tables: readonly number[]
  /** Also tables at which somebody sits longer than planned. */
  isBeside?: boolean
}

/**
 * Takes the tables that staff choose, for guests who call or come in. They may be more people than the rules of the area
 * or the tables allow, at any time. Whether somebody keeps the
 * whole area is a warning of the caller (`isAreaKept`); here it is only locked, so that those who want to keep it see this.
 * @throws HttpError `not_found`, `table_taken`
 */
export async function takeByStaff(
  db: Database,
  { setup }: Plan,
  { area, day, at, party, source, needs, tables, wishes = {}, isBeside = true }: StaffRequest,
): Promise<Taken> {
  const chosen = requireTables(setup, tables)
  const rule = ruleFor(setup.rules, area, day)
  const endsAt = new Date(at.getTime() + stayOf(rule ?? { stays: [] }, party) * 60_000)
  const until = new Date(endsAt.getTime() + (rule?.buffer ?? 0) * 60_000)
  const place = {
    tables: chosen.map(({ id }) => id),
    ...{ from: at, until, arrivals: null, isBeside },
  }
  const booking = toBooking({ area: chosen[0]?.area ?? area, day, party, source, needs, wishes })
  await shareSpaces(db, areasOf(chosen))
  const placed = await undoingRefusals(db, () =>
    insertPlaced(
      db,
      { ...booking, startsAt: at, endsAt, depositCents: 0, cancelUntil: at },
      place,
      { heldMinutes: null },
    ),
  )
  if ('refusal' in placed) throw bookingError('table_taken')
  if (wishes.allergies) await insertHealth(db, placed.booking.id, wishes.allergies)
  return { booking: placed.booking, tables: place.tables }
}

/**
 * Moves a booking to tables that staff choose, no matter how many seats they have; or gives a party that waits its tables.
 * @param request.at the new start; by default the booking keeps its time
 * @throws HttpError `not_found`, `ended`, `stale`, `table_taken`
 */
export async function moveToTables(
  db: Database,
  { setup }: Plan,
  {
    booking: id,
    tables,
    at,
    version,
    isBeside = true,
  }: {
    booking: number
    tables: readonly number[]
    at?: Date
    version?: number
    isBeside?: boolean
  },
): Promise<Taken> {
  const { booking, until } = await requireCurrent(db, id, version)
  const chosen = requireTables(setup, tables)
  const [first] = chosen
  if (!first) throw bookingError('not_found')
  const { day, startsAt, endsAt, party } = booking
  const moved = (moment: Date) =>
    at ? new Date(moment.getTime() + at.getTime() - startsAt.getTime()) : moment
  const place = {
    tables: chosen.map((each) => each.id),
    ...{ from: moved(startsAt), until: moved(until), arrivals: null, isBeside },
  }
  const values = { area: first.area, day, startsAt: place.from, endsAt: moved(endsAt), party }
  await shareSpaces(db, areasOf(chosen))
  const placed = await undoingRefusals(db, () => movePlaced(db, id, values, place))
  if ('refusal' in placed) throw bookingError('table_taken')
  return { booking: placed.booking, tables: place.tables }
}

/**
 * Takes tables for a booking that had freed them. Its rows of tables must be gone.
 * @throws HttpError `table_taken`
 */
export async function placeAgain(
  db: Database,
  booking: number,
  values: Pick<Booking, 'area' | 'day' | 'startsAt' | 'endsAt' | 'party'>,
  { tables, until }: { tables: readonly number[]; until: Date },
): Promise<void> {
  const place = { tables, from: values.startsAt, until, arrivals: null, isBeside: true }
  await shareSpaces(db, [values.area])
  const placed = await undoingRefusals(db, () => movePlaced(db, booking, values, place))
  if ('refusal' in placed) throw bookingError('table_taken')
}

function requireTables({ tables }: Plan['setup'], ids: readonly number[]): Table[] {
  const chosen = tables.filter(({ id }) => ids.includes(id))
  if (chosen.length !== new Set(ids).size) throw bookingError('not_found')
  return chosen
}

const areasOf = (tables: readonly Table[]): VenueArea[] => [
  ...new Set(tables.map(({ area }) => area)),
]

/** The values of a new booking, except its times. */
const toBooking = ({
  needs = {},
  wishes = {},
  ...values
}: Pick<NewBooking, 'area' | 'day' | 'party' | 'source'> & {
  needs?: Needs | undefined
  wishes?: Partial<Wishes>
}) => ({
  ...values,
  phone: wishes.phone ?? null,
  notes: wishes.notes ?? null,
  occasion: wishes.occasion ?? null,
  quotedFor: wishes.quotedFor ?? null,
  highChair: Boolean(needs.hasHighChair),
  stepFree: Boolean(needs.isStepFree),
})

/** Frees the tables of a booking that does not take place. A second call changes nothing. */
export const release = async (db: Database, booking: number): Promise<void> => {
  await releaseTables(db, booking)
}

/**
 * Records that a party left, and frees its tables.
 * @throws HttpError `not_found`, `ended`, `stale`
 */
export async function finish(
  db: Database,
  { booking, version }: { booking: number; version?: number },
): Promise<Booking> {
  await requireCurrent(db, booking, version)
  return finishLocked(db, booking)
}

async function requireCurrent(db: Database, id: number, version?: number) {
  const booking = await lockBooking(db, id)
  if (!booking) throw bookingError('not_found')
  const { until, isWaiting } = await findUse(db, id)
  if (booking.finishedAt || !(until || isWaiting)) throw bookingError('ended')
  if (version !== undefined && version !== booking.version) throw bookingError('stale')
  return { booking, until: until ?? booking.endsAt }
}

async function placeWhereFree(
  db: Database,
  plan: Plan,
  { area, day, at, party, needs, without }: TableRequest & { without?: number },
  write: (place: Place, terms: Terms) => Promise<Placed>,
): Promise<Taken> {
  const found = ruleFor(plan.setup.rules, area, day)
  if (!found) throw bookingError('no_tables')
  const arrivals = arrivalsOf(found)
  const stay = stayOf(found, party) * 60_000
  await requireFreeArea(db, plan, { areas: [area], from: at, to: new Date(at.getTime() + stay) })
  if (arrivals) await lockArrivals(db, area, at)
  for (let read = 0; read < maxReads; read++) {
    const available = await readAvailability(db, plan, { from: day, until: day, without })
    const { state, time } = available.timeAt(area, day, { at, party })
    if (state !== 'open') throw bookingError(refusals[state])
    if (!time) throw bookingError('no_time')
    const span = spanOf(time, found, party)
    const sets = available
      .rankedSets(area, { span, rule: found, party, needs })
      .slice(0, mostSets)
      .map((set) => set.tables.map(({ id }) => id))
    // If others are taking all of them, waits until one of them has the best.
    const tables = sets[(await lockFirstSet(db, day, sets)) ?? 0]
    if (!tables) throw bookingError('full')
    const place = { tables, from: at, until: new Date(span.to), arrivals }
    const isUndone = tables.length > 1 || without !== undefined
    const run = () => write(place, termsOf(time, found, { day, party }))
    const placed = isUndone ? await undoingRefusals(db, run) : await run()
    if ('booking' in placed) return { booking: placed.booking, tables: [...tables] }
    if (placed.refusal === 'full') throw bookingError('full')
  }
  throw bookingError('full')
}

/**
 * A closure may have been made after the plan was read, so those who keep the whole area are asked in the transaction.
 * @throws HttpError `closed`
 */
async function requireFreeArea(db: Database, plan: Plan, use: SpaceUse): Promise<void> {
  if (await isAreaKept(db, plan, use)) throw bookingError('closed')
}

/** Whether somebody keeps one of the areas for themselves. If not, nobody can until the transaction ends. */
export async function isAreaKept(
  db: Database,
  { spaceHolds = [] }: Plan,
  use: SpaceUse,
): Promise<boolean> {
  await shareSpaces(db, use.areas)
  for (const isHeld of spaceHolds) if (await isHeld(db, use)) return true
  return false
}

/** What follows from the rule as it is when a party books. */
type Terms = Pick<NewBooking, 'endsAt' | 'depositCents' | 'cancelUntil'>
const termsOf = (
  time: StartTime,
  rule: BookingRule,
  { day, party }: { day: string; party: number },
): Terms => ({
  endsAt: useOf(time, { stay: stayOf(rule, party), buffer: rule.buffer }).endsAt,
  depositCents: depositOf(rule, { day, party }),
  cancelUntil: cancelUntil(rule, time.at),
})

const arrivalsOf = ({ covers, interval }: BookingRule): Arrivals | null =>
  covers === null ? null : { max: covers, minutes: interval }

/**
 * Locks the arrivals at a time of an area, so that the statement that counts them sees those of other transactions. The
 * lock is taken in a statement of its own, because a statement sees what was committed before it began.
 */
const lockArrivals = (db: Database, area: VenueArea, at: Date) =>
  lockNames(db, [`booking arrivals ${area} ${at.toISOString()}`])

class Refused extends Error {
  readonly placed: Placed
  constructor(placed: Placed) {
    super('The tables could not be taken.')
    this.placed = placed
  }
}

/** Runs a statement that takes tables, and undoes what it did if it is refused. */
async function undoingRefusals(db: Database, run: () => Promise<Placed>): Promise<Placed> {
  try {
    return await inSavepoint(db, async () => {
      const placed = await run()
      if ('refusal' in placed) throw new Refused(placed)
      return placed
    })
  } catch (error) {
    if (error instanceof Refused) return error.placed
    throw error
  }
}
