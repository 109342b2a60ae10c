import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRows,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import { isActiveMember } from '../../members/service.ts'

/** The bell of every drop. */
export const everyDrop = 0

export async function setBell(
  db: Database,
  { member, drop, isOn }: { member: number; drop: number; isOn: boolean },
): Promise<void> {
  if (isOn) {
    await execute(db)`
      insert into secret_drop_bells (member, drop) values (${member}, ${drop}) on conflict do nothing`
  } else {
    await execute(db)`delete from secret_drop_bells where member = ${member} and drop = ${drop}`
  }
}

const bells = z.object({ drop: z.boolean(), every: z.boolean() })

export const findBells = (db: Database, { member, drop }: { member: number; drop: number }) =>
  requireRow(db, bells)`
    select coalesce(bool_or(drop = ${drop}), false) as drop, coalesce(bool_or(drop = ${everyDrop}), false) as every
      from secret_drop_bells where member = ${member} and drop in (${drop}, ${everyDrop})`

/** Members who are told: those of these bells who are not suspended. */
export const listBellMembers = (db: Database, drops: readonly number[]): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select distinct member from secret_drop_bells as b
     where b.drop in (${sql.join(
       drops.map((drop) => sql`${drop}::int`),
       sql`, `,
     )}) and ${isActiveMember(sql`b.member`)}
     order by member`

const bellCounts = z.object({ drop: z.number(), every: z.number() })

export const countBells = (db: Database, drop: number) =>
  requireRow(db, bellCounts)`
    select count(*) filter (where drop = ${drop})::int as drop,
           count(*) filter (where drop = ${everyDrop})::int as every
      from secret_drop_bells where drop in (${drop}, ${everyDrop})`

/** Bells of drops that are over are of no use. */
export const deleteOldBells = (db: Database) =>
  execute(db)`
    delete from secret_drop_bells as b using secret_drops as d
     where b.drop = d.id and (d.served_at is not null or d.cancelled_at is not null)`
