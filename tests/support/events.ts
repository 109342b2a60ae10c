import type { Query } from './database.ts'
import { venueDayOf } from './venue-days.ts'

type NewDate = Partial<{
  event: number
  slug: string
  title: string
  status: string
  visibility: string
  startsAt: Date
  endsAt: Date
  capacity: number | null
  maxParty: number
  payment: 'free' | 'credit' | 'door' | 'card'
  refundUntilHours: number | null
  priceCents: number
  memberPriceCents: number
  areas: string[]
  interests: string[]
}>

let serial = 0

/**
 * Adds an event date to the database, without the record of its event. By default it starts in 26 hours, is
 * free and has unlimited places.
 * @returns its id
 */
export async function addDate(query: Query, given: NewDate = {}): Promise<number> {
  const startsAt = given.startsAt ?? new Date(Date.now() + 26 * 3_600_000)
  const endsAt = given.endsAt ?? new Date(startsAt.getTime() + 3 * 3_600_000)
  const number = ++serial
  const [row] = await query<{ id: number }>(
    `insert into event_dates (event, original_start, slug, status, visibility, title, summary, starts_at, ends_at, day,
                              slot, areas, interests, capacity, max_party, payment, price, member_price,
                              common_good_percent, refund_until_hours)
     values ($1, $2, $3, $4, $5, $6, 'Songs and supper.', $7, $8, $9, 'Evening', $10, $11, $12, $13, $14, $15, $16, 1, $17)
     returning id`,
    [
      given.event ?? 1_000 + number,
      startsAt.toISOString().slice(0, 16),
      given.slug ?? `evening-${process.pid}-${number}`,
      given.status ?? 'published',
      given.visibility ?? 'public',
      given.title ?? `Evening ${number}`,
      startsAt,
      endsAt,
      venueDayOf(startsAt),
      given.areas ?? ['Event Spaces'],
      given.interests ?? [],
      given.capacity ?? null,
      given.maxParty ?? 6,
      given.payment ?? 'free',
      given.priceCents ?? 0,
      given.memberPriceCents ?? given.priceCents ?? 0,
      given.refundUntilHours ?? null,
    ],
  )
  return row?.id ?? 0
}

/** Dates whose stored number of taken places is not the number of people in their reservations. Tests expect none. */
export const findWrongPlaces = (query: Query) =>
  query(
    `select d.id, d.taken, coalesce(sum(r.party), 0)::int as reserved
       from event_dates as d
       left join reservations as r on r.kind = 'event' and r.subject = d.id and r.status in ('held', 'going', 'offered', 'attended')
      group by d.id having d.taken <> coalesce(sum(r.party), 0)`,
  )
