import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  hasRow,
  type SQL,
  sql,
  textList,
} from '../../../platform/database/query.ts'
import { rowOf } from '../../../platform/database/row.ts'
import type { VenueArea } from '../../venue/rules.ts'
import { enquiryHolds } from '../tables.ts'

const holdRow = rowOf(enquiryHolds, { without: ['during'] })
const holdColumns = sql`${holdRow.columns}, lower(during) as "startsAt", upper(during) as "endsAt"`
const hold = holdRow.schema.extend({ startsAt: z.coerce.date(), endsAt: z.coerce.date() })
type Hold = z.output<typeof hold>

/** SQL: a hold that keeps its space. The next hold of the space ends one that has expired. */
const keeps = sql`active and (held_until is null or held_until > now())`
const range = ({ from, to }: { from: Date; to: Date }): SQL =>
  sql`tstzrange(${from}::timestamptz, ${to}::timestamptz)`

/**
 * Holds a space, after the space was locked (`lockSpaces`). Ends expired holds of the space at this time.
 * @returns null if another enquiry holds it then
 */
export async function insertHold(
  db: Database,
  place: {
    enquiry: number
    quote: number
    area: VenueArea
    from: Date
    to: Date
    heldUntil: Date | null
  },
): Promise<Hold | null> {
  const { enquiry, quote, area, heldUntil } = place
  await execute(db)`
    update enquiry_holds set active = false
     where active and held_until <= now() and area = ${area} and during && ${range(place)}`
  return findRow(db, hold)`
    insert into enquiry_holds (enquiry, quote, area, during, held_until)
    values (${enquiry}, ${quote}, ${area}, ${range(place)}, ${heldUntil}::timestamptz)
    on conflict do nothing returning ${holdColumns}`
}

/** The hold that keeps a space for an enquiry. */
export const findHold = (db: Database, enquiry: number): Promise<Hold | null> =>
  findRow(db, hold)`
    select ${holdColumns} from enquiry_holds where enquiry = ${enquiry} and ${keeps}
     order by id desc limit 1`

/** @returns how many holds still kept the space, and now keep it until then; null: for good */
export const extendHold = (
  db: Database,
  enquiry: number,
  heldUntil: Date | null,
): Promise<number> =>
  execute(db)`
    update enquiry_holds set held_until = ${heldUntil}::timestamptz
     where enquiry = ${enquiry} and ${keeps}`

export const endHolds = (db: Database, enquiry: number): Promise<number> =>
  execute(db)`update enquiry_holds set active = false where enquiry = ${enquiry} and active`

/** Whether an enquiry keeps one of the areas at this time. Its own event does not count. */
export const isSpaceHeld = (
  db: Database,
  {
    areas,
    from,
    to,
    event = null,
  }: { areas: readonly VenueArea[]; from: Date; to: Date; event?: number | null },
): Promise<boolean> =>
  hasRow(db)`
    select from enquiry_holds as h join enquiries as e on e.id = h.enquiry
     where h.active and (h.held_until is null or h.held_until > now())
       and h.area in ${textList(areas)} and h.during && ${range({ from, to })}
       and (${event}::int is null or e.event is distinct from ${event}::int)`

/** The enquiries whose time to accept or to pay is over. */
export const listExpired = (db: Database): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select e.id from enquiries as e
      join enquiry_quotes as q on q.enquiry = e.id
     where e.status in ('quoted', 'held')
       and (q.status = 'sent' and q.valid_until <= now()
            or q.status = 'accepted'
               and not exists (select from enquiry_holds where enquiry = e.id and ${keeps}))
     order by e.id limit 200`

/** Won enquiries whose event is over, and whose deposit was not settled yet. */
export const listOver = (db: Database): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select e.id from enquiries as e join enquiry_holds as h on h.enquiry = e.id and h.active
     where e.status = 'won' and upper(h.during) < now() - interval '6 hours' order by e.id limit 200`

const held = z.object({
  enquiry: z.number(),
  area: z.string(),
  isWon: z.boolean(),
  startsAt: z.coerce.date(),
  endsAt: z.coerce.date(),
})

/** The spaces that are kept between two moments, for the calendar of the admin. */
export const listHeld = (db: Database, { from, to }: { from: Date; to: Date }) =>
  findRows(db, held)`
    select enquiry, area, held_until is null as "isWon", lower(during) as "startsAt", upper(during) as "endsAt"
      from enquiry_holds
     where ${keeps} and during && ${range({ from, to })} order by during`
