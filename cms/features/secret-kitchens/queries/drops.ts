import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findReadableRows,
  findRow,
  findRows,
  idList,
  requireRow,
  type SQL,
  sql,
  withPreparation,
} from '../../../platform/database/query.ts'
import { assignments, insertion, rowOf, type Values } from '../../../platform/database/row.ts'
import { sinceOfMember } from '../../members/service.ts'
import type { ReservationKind } from '../../reservations/kind.ts'
import { drops } from '../tables.ts'

const row = rowOf(drops, { without: ['createdAt'] })
/** A drop is a subject of reservations: its places are portions. */
const dropRow = row.schema.transform((drop) => ({
  ...drop,
  capacity: drop.soldOutAt ? Math.min(drop.portions, drop.taken) : drop.portions,
  maxParty: drop.each,
}))
export type Drop = z.output<typeof dropRow>

export const findDrop = (db: Database, id: number): Promise<Drop | null> =>
  findRow(withPreparation(db), dropRow)`select ${row.columns} from secret_drops where id = ${id}`

export const findDropBySlug = (db: Database, slug: string): Promise<Drop | null> =>
  findRow(db, dropRow)`select ${row.columns} from secret_drops where slug = ${slug}`

const withDue = row.schema
  .extend({ hasDue: z.boolean() })
  .transform(({ hasDue, ...drop }) => ({ subject: dropRow.parse(drop), hasDue }))

/** A drop, and whether a condition is true. */
export const findDropWith = (db: Database, id: number, hasDue: SQL) =>
  findRow(withPreparation(db), withDue)`
    select ${row.columns}, ${hasDue} as "hasDue" from secret_drops where id = ${id}`

export const findDrops = (db: Database, ids: readonly number[]): Promise<Drop[]> =>
  findReadableRows(db, dropRow, 'drops')`
    select ${row.columns} from secret_drops where id = any(${idList(ids)}::int[]) order by starts_at, id`

const claimable = row.schema
  .extend({ now: z.coerce.date(), memberSince: z.coerce.date().nullable() })
  .transform(({ now, memberSince, ...drop }) => ({ drop: dropRow.parse(drop), now, memberSince }))

/** A drop, what the database’s clock says, and since when somebody is a member. */
export const findClaimable = (db: Database, { drop, member }: { drop: number; member: number }) =>
  findRow(withPreparation(db), claimable)`
    select ${row.columns}, clock_timestamp() as now, ${sinceOfMember(sql`${member}::int`)} as "memberSince"
      from secret_drops where id = ${drop}`

/** Locks a drop. Everything that takes or frees its portions does this first. */
export const lockDrop = (db: Database, id: number): Promise<Drop | null> =>
  findRow(withPreparation(db), dropRow)`
    select ${row.columns} from secret_drops where id = ${id} for no key update`

/** The database’s clock. All processes and claims share it. */
export const readClock = (db: Database): Promise<Date> =>
  requireRow(db, column(z.coerce.date()))`select clock_timestamp()`

/** Announced drops, the next ones first, then those of the past. */
export const listPublicDrops = (db: Database, limit: number): Promise<Drop[]> =>
  findReadableRows(db, dropRow, 'drops')`
    select ${row.columns} from secret_drops where announced_at is not null
     order by (served_at is null and cancelled_at is null and ends_at > now()) desc,
              abs(extract(epoch from opens_at - now())), id limit ${limit}`

/** All drops for the kitchen: drafts first, then by their day, the newest first. */
export const listAllDrops = (db: Database): Promise<Drop[]> =>
  findReadableRows(db, dropRow, 'drops')`
    select ${row.columns} from secret_drops
     order by announced_at is null desc, starts_at desc, id desc limit 100`

/** Drops that pages outside name: announced ones that are not over. */
export const listLinkedDrops = (db: Database): Promise<Drop[]> =>
  findReadableRows(db, dropRow, 'drops')`
    select ${row.columns} from secret_drops
     where is_linked and announced_at is not null and cancelled_at is null and served_at is null
       and ends_at > now()
     order by opens_at limit 3`

/** @returns null if another drop has the slug */
export async function insertDrop(
  db: Database,
  values: Values<typeof drops>,
): Promise<number | null> {
  const { names, values: inserted } = insertion(drops, values)
  return findRow(db, column(z.number()))`
    insert into secret_drops (${names}) select ${inserted} on conflict (slug) do nothing returning id`
}

export const updateDrop = (
  db: Database,
  id: number,
  values: Values<typeof drops>,
): Promise<number> =>
  execute(db)`update secret_drops set ${assignments(drops, values)} where id = ${id}`

/** Stores that something happened to a drop now, by the database’s clock. What happened before keeps its time. */
export const stampDrop = (
  db: Database,
  id: number,
  what: 'announcedAt' | 'drawnAt' | 'soldOutAt' | 'cancelledAt' | 'servedAt' | 'rungAt',
): Promise<number> => {
  const { name } = drops[what]
  const stamp = sql.identifier(name)
  return execute(db)`
    update secret_drops set ${stamp} = coalesce(${stamp}, clock_timestamp()) where id = ${id}`
}

/** Deletes a draft. @returns false if it is announced */
export const deleteDraft = async (db: Database, id: number): Promise<boolean> =>
  (await execute(db)`delete from secret_drops where id = ${id} and announced_at is null`) > 0

/** The slugs that begin like this one. */
export const listSlugsLike = (db: Database, slug: string): Promise<string[]> =>
  findRows(db, column(z.string()))`
    select slug from secret_drops where slug = ${slug} or slug like ${`${slug}-%`}`

/**
 * A statement that takes portions of an open drop, by the database’s clock. It takes none before the first claims were
 * drawn, or if staff have changed the price since the drop was read.
 */
export const takePortions = (
  seen: Drop,
  { party, untilEnd }: { party: number; untilEnd: boolean },
): SQL => sql`
  update secret_drops
     set taken = taken + ${party}::int,
         gone_at = case when taken + ${party}::int >= portions then coalesce(gone_at, clock_timestamp()) else gone_at end
   where id = ${seen.id}::int and announced_at is not null and cancelled_at is null and served_at is null
     and sold_out_at is null and drawn_at is not null and taken + ${party}::int <= portions
     and clock_timestamp() < ends_at and (${untilEnd}::boolean or clock_timestamp() >= opens_at)
     and (price, each) = (${seen.priceCents}::bigint, ${seen.each}::int)
  returning taken, id as subject`

/**
 * Takes portions, or gives portions back if `count` is negative. Locks the drop.
 * @returns how many are taken now; null if too few are left
 */
export const changeTaken = (db: Database, id: number, count: number): Promise<number | null> =>
  findRow(db, column(z.number()))`
    update secret_drops
       set taken = taken + ${count}::int,
           gone_at = case when taken + ${count}::int >= portions then coalesce(gone_at, clock_timestamp()) else gone_at end
     where id = ${id} and (${count}::int <= 0 or taken + ${count}::int <= portions)
    returning taken`

/**
 * Drops at which something is due: the bell before the opening, the draw, or the end.
 * @param bellMinutes how long before the opening the bell rings
 * @param drawSeconds how long after the opening the first claims are drawn
 */
export const listDue = (
  db: Database,
  { bellMinutes, drawSeconds }: { bellMinutes: number; drawSeconds: number },
): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select id from secret_drops
     where announced_at is not null and cancelled_at is null and served_at is null
       and (ends_at <= now()
            or drawn_at is null and opens_at + ${drawSeconds}::int * interval '1 second' <= now()
            or rung_at is null and opens_at > now()
               and opens_at - ${bellMinutes}::int * interval '1 minute' <= now())
     order by opens_at limit 100`

/** Statements about drops that the module of reservations joins with its tables. */
export const reservableDrops: ReservationKind['sql'] = {
  open: sql`
    select id, starts_at, announced_at is not null as is_shown from secret_drops
     where ends_at > now() and served_at is null`,
  free: sql`
    select id, portions - taken as free from secret_drops
     where announced_at is not null and cancelled_at is null and served_at is null and sold_out_at is null
       and drawn_at is not null and starts_at > now()`,
  named: sql`select id, title, starts_at from secret_drops`,
  endedBefore: (days) => sql`
    select id from secret_drops where ends_at < now() - ${days}::int * interval '1 day'`,
  lockAll: (ids) => sql`
    select id from secret_drops where id in (${ids}) order by id for no key update`,
}

const pictured = z.object({ id: z.number(), title: z.string(), picture: z.number() })

/** Drops with one of these pictures. */
export const listWithPictures = (db: Database, pictures: readonly number[]) =>
  findRows(db, pictured)`
    select id, title, picture from secret_drops where picture = any(${idList(pictures)}::int[]) order by id`
