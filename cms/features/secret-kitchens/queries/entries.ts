import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import { emailOfMember, isActiveMember, nameOfMember } from '../../members/service.ts'
import { drawSeconds } from '../rules.ts'

const entered = z.object({ party: z.number(), isNew: z.boolean() })

/**
 * Enters a member into the draw, in one statement: it shares the lock of the drop, so that the draw waits for it, and then
 * looks at the clock of the database. A repeated request keeps the first entry.
 * @returns the entry; null if the drop takes no entries now
 */
export const insertEntry = (
  db: Database,
  { drop, member, party }: { drop: number; member: number; party: number },
) =>
  findRow(db, entered)`
    with shared as (
      select id from secret_drops
       where id = ${drop} and announced_at is not null and cancelled_at is null and served_at is null
         and sold_out_at is null and drawn_at is null and ends_at > clock_timestamp()
         and clock_timestamp() >= opens_at
         and clock_timestamp() < opens_at + ${drawSeconds}::int * interval '1 second'
       for share),
    added as (
      insert into secret_drop_entries (drop, member, party, at)
      select id, ${member}::int, ${party}::int, clock_timestamp() from shared
      on conflict (drop, member) do nothing returning party)
    select coalesce((select party from added), e.party, ${party}::int) as party,
           exists (select from added) as "isNew"
      from shared left join secret_drop_entries as e on e.drop = shared.id and e.member = ${member}::int`

/** The portions that a member entered for; null if they did not, or the draw is over. */
export const findEntry = (
  db: Database,
  { drop, member }: { drop: number; member: number },
): Promise<number | null> =>
  findRow(db, column(z.number()))`
    select party from secret_drop_entries where drop = ${drop} and member = ${member} and drawn is null`

const drawable = z.object({
  member: z.number(),
  party: z.number(),
  name: z.string().nullable(),
  email: z.string(),
})
export type Drawable = z.output<typeof drawable>

/** The members who entered a draw that was not made, without those who are suspended. */
export const listUndrawn = (db: Database, drop: number): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select e.member from secret_drop_entries as e
     where e.drop = ${drop} and e.drawn is null and ${isActiveMember(sql`e.member`)}`

/** The entries of a locked drop, by members who still are some. Locked, so that nobody erases them meanwhile. */
export const lockEntries = (db: Database, drop: number): Promise<Drawable[]> =>
  findRows(db, drawable)`
    select e.member, e.party, ${nameOfMember(sql`e.member`)} as name, ${emailOfMember(sql`e.member`)} as email
      from secret_drop_entries as e
     where e.drop = ${drop} and e.drawn is null and ${isActiveMember(sql`e.member`)}
     order by e.member for update of e`

/** Stores the drawn order. */
export const saveDrawn = (db: Database, drop: number, members: readonly number[]) =>
  execute(db)`
    update secret_drop_entries as e set drawn = o.place::int
      from jsonb_array_elements_text(${JSON.stringify(members)}::jsonb) with ordinality as o (member, place)
     where e.drop = ${drop} and e.member = o.member::int`

const entryCounts = z.object({ entries: z.number(), portions: z.number() })

export const countEntries = (db: Database, drop: number) =>
  requireRow(db, entryCounts)`
    select count(*)::int as entries, coalesce(sum(party), 0)::int as portions
      from secret_drop_entries where drop = ${drop}`
