import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  idList,
} from '../../../platform/database/query.ts'
import { reservationsOf } from '../../reservations/service.ts'

/** Says when a claim is collected. */
export const saveSlot = (
  db: Database,
  { reservation, drop, slot }: { reservation: number; drop: number; slot: string },
) =>
  execute(db)`
    insert into secret_drop_claims (reservation, drop, slot) values (${reservation}, ${drop}, ${slot})
    on conflict (reservation) do update set slot = excluded.slot`

export const findSlot = (db: Database, reservation: number): Promise<string | null> =>
  findRow(db, column(z.string()))`
    select slot from secret_drop_claims where reservation = ${reservation}`

const slotRow = z.object({ slot: z.string(), portions: z.number() })

/**
 * The portions of each slot of a drop, of claims that count.
 * @param except a claim that does not count, because it is about to change
 */
export const countSlots = async (
  db: Database,
  drop: number,
  except: number | null = null,
): Promise<Map<string, number>> => {
  const rows = await findRows(db, slotRow)`
    select c.slot, sum(r.party)::int as portions
      from secret_drop_claims as c join ${reservationsOf('drop')} as r on r.id = c.reservation
     where c.drop = ${drop} and r.id is distinct from ${except}::int
       and r.status in ('held', 'going', 'offered', 'attended')
     group by c.slot`
  return new Map(rows.map(({ slot, portions }) => [slot, portions]))
}

const claimSlot = z.object({ reservation: z.number(), slot: z.string() })

export const listSlots = async (db: Database, drop: number): Promise<Map<number, string>> => {
  const rows = await findRows(db, claimSlot)`
    select reservation, slot from secret_drop_claims where drop = ${drop}`
  return new Map(rows.map(({ reservation, slot }) => [reservation, slot]))
}

/** The id of the claim that a member has of a drop: a live one if there is one, otherwise the newest. */
export const findClaimOf = (
  db: Database,
  { drop, member }: { drop: number; member: number },
): Promise<number | null> =>
  findRow(db, column(z.number()))`
    select r.id from ${reservationsOf('drop')} as r
     where r.subject = ${drop} and r.member = ${member}
     order by r.status = 'cancelled', r.id desc limit 1`

const exported = z.object({
  drop: z.string(),
  entered_at: z.coerce.date(),
  portions: z.number(),
  drawn: z.number().nullable(),
})

/** The draws in which a member took part, for their data download. */
export const exportEntries = (db: Database, member: number) =>
  findRows(db, exported)`
    select d.title as drop, e.at as entered_at, e.party as portions, e.drawn
      from secret_drop_entries as e join secret_drops as d on d.id = e.drop
     where e.member = ${member} order by e.at`

const exportedBell = z.object({ drop: z.string(), since: z.coerce.date() })

export const exportBells = (db: Database, member: number) =>
  findRows(db, exportedBell)`
    select coalesce(d.title, 'every drop') as drop, b.at as since
      from secret_drop_bells as b left join secret_drops as d on d.id = b.drop
     where b.member = ${member} order by b.at`

const exportedSlot = z.object({ drop: z.string(), slot: z.string() })

export const exportSlots = (db: Database, member: number) =>
  findRows(db, exportedSlot)`
    select d.title as drop, c.slot
      from secret_drop_claims as c join ${reservationsOf('drop')} as r on r.id = c.reservation
      join secret_drops as d on d.id = c.drop
     where r.member = ${member} order by c.reservation`

/** Erases what is stored about a member; their claims are erased with the other reservations. */
export async function eraseMember(db: Database, member: number): Promise<void> {
  await execute(db)`
    delete from secret_drop_claims as c using ${reservationsOf('drop')} as r
     where r.id = c.reservation and r.member = ${member}`
  await execute(db)`delete from secret_drop_entries where member = ${member}`
  await execute(db)`delete from secret_drop_bells where member = ${member}`
}

/** Entries name members, so they are deleted some time after the drop; when its claims were collected too. */
export async function forgetOld(db: Database, days: number): Promise<void> {
  const old = await findRows(db, column(z.number()))`
    select id from secret_drops where ends_at < now() - ${days}::int * interval '1 day'`
  if (!old.length) return
  await execute(db)`delete from secret_drop_entries where drop = any(${idList(old)}::int[])`
  await execute(db)`delete from secret_drop_claims where drop = any(${idList(old)}::int[])`
}
