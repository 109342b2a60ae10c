import { z } from 'zod'
import {
  type Database,
  findRow,
  findRows,
  idList,
  type SQL,
  sql,
  withPreparation,
} from '../../database/query.ts'
import { timeSlots } from '../../members/profile/rules.ts'
import { interests } from '../../newsletter/rules.ts'
import { type VenueArea, venueAreas } from '../../venue/rules.ts'
import { type EventDate, eventStatuses, paymentKinds, visibilities } from '../rules.ts'

// PostgreSQL returns a bigint as text.
const cents = z.coerce.number().int()
const moment = z.coerce.date()

/** A date as a row of `dateColumns`. */
export const dateRow = z
  .object({
    id: z.number(),
    event: z.number(),
    slug: z.string(),
    status: z.enum(eventStatuses),
    visibility: z.enum(visibilities),
    title: z.string(),
    summary: z.string(),
    starts_at: moment,
    ends_at: moment,
    doors_at: moment.nullable(),
    day: z.string(),
    slot: z.enum(timeSlots),
    areas: z.array(z.enum(venueAreas)),
    interests: z.array(z.enum(interests)),
    picture: z.number().nullable(),
    capacity: z.number().nullable(),
    max_party: z.number(),
    payment: z.enum(paymentKinds),
    price: cents,
    member_price: cents,
    common_good_percent: z.number(),
    taken: z.number(),
    sequence: z.number(),
    changed_at: moment,
  })
  .transform(
    (row): EventDate => ({
      id: row.id,
      event: row.event,
      slug: row.slug,
      status: row.status,
      visibility: row.visibility,
      title: row.title,
      summary: row.summary,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      doorsAt: row.doors_at,
      day: row.day,
      slot: row.slot,
      areas: row.areas,
      interests: row.interests,
      picture: row.picture,
      capacity: row.capacity,
      maxParty: row.max_party,
      payment: row.payment,
      priceCents: row.price,
      memberPriceCents: row.member_price,
      commonGoodPercent: row.common_good_percent,
      taken: row.taken,
      sequence: row.sequence,
      changedAt: row.changed_at,
    }),
  )

export const dateColumns = sql.raw(
  `id, event, slug, status, visibility, title, summary, starts_at, ends_at, doors_at, day, slot, areas, interests,
   picture, capacity, max_party, payment, price, member_price, common_good_percent, taken, sequence, changed_at`,
)

export const findDate = (db: Database, id: number): Promise<EventDate | null> =>
  findRow(db, dateRow)`select ${dateColumns} from event_dates where id = ${id}`

const withDueRow = z
  .looseObject({ has_due: z.boolean() })
  .transform(({ has_due, ...row }) => ({ date: dateRow.parse(row) as EventDate, hasDue: has_due }))

/** A date, and whether it has reservations that were not confirmed or accepted in time. */
export const findDateWithDue = (db: Database, id: number) =>
  findRow(withPreparation(db), withDueRow)`
    select ${dateColumns},
           exists (select from event_rsvps where date = ${id} and status = 'held' and held_until <= now())
           or exists (select from event_rsvps where date = ${id} and status = 'offered' and offered_until <= now())
             as has_due
      from event_dates where id = ${id}`

export const findDates = (db: Database, ids: readonly number[]): Promise<EventDate[]> =>
  findRows(db, dateRow)`
    select ${dateColumns} from event_dates where id = any(${idList(ids)}::int[]) order by starts_at, id`

/** Finds and locks a date. Other transactions that take or free its places wait until this transaction ends. */
export const lockDate = (db: Database, id: number): Promise<EventDate | null> =>
  findRow(withPreparation(db), dateRow)`
    select ${dateColumns} from event_dates where id = ${id} for no key update`

/** Which dates a list shows. `endsAfter` is compared with the ends of dates, `startsBefore` with their starts. */
export type DateFilter = {
  endsAfter: Date
  startsBefore?: Date
  area?: VenueArea
  slot?: string
  interest?: string
  limit: number
}

/** Dates that everybody may see, in the order of their starts. Drafts and secret dates are left out. */
export const listDates = (db: Database, filter: DateFilter): Promise<EventDate[]> =>
  findRows(db, dateRow)`
    select ${dateColumns} from event_dates
     where visibility <> 'secret' and status <> 'draft' and ends_at > ${filter.endsAfter.toISOString()}
       and ${and([
         sql`true`,
         filter.startsBefore && sql`starts_at < ${filter.startsBefore.toISOString()}`,
         filter.area && sql`${filter.area} = any(areas)`,
         filter.slot && sql`slot = ${filter.slot}`,
         filter.interest && sql`${filter.interest} = any(interests)`,
       ])}
     order by starts_at, id limit ${filter.limit}`

const and = (conditions: readonly (SQL | undefined | '')[]): SQL =>
  sql.join(
    conditions.flatMap((each) => each || []),
    sql` and `,
  )
