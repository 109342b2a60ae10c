import { z } from 'zod'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { column, type Database, findRows, sql, textList } from '../../../platform/database/query.ts'
import { rawTables } from '../rules.ts'

/** The name of the partition that has a table's rows of a month. @param month `2026-11` */
export const partitionOf = (table: string, month: string): string =>
  `${table}_${month.replace('-', '_')}`

/**
 * Creates the missing partitions of some months. Reports, and writes to other months, are not blocked.
 * @param db an open transaction
 * @param months e.g. `2026-11`
 */
export async function ensureMonths(db: Database, months: readonly string[]): Promise<void> {
  await lockNames(db, ['analytics partitions'])
  const wanted = months.flatMap((month) =>
    rawTables.map((table) => ({ table, month, name: partitionOf(table, month) })),
  )
  const existing = await findRows(db, column(z.string()))`
    select name from ${textList(wanted.map(({ name }) => name))} as tables (name)
     where to_regclass(quote_ident(name)) is not null`
  for (const { table, month, name } of wanted.filter((each) => !existing.includes(each.name))) {
    const [parent, partition] = [sql.identifier(table), sql.identifier(name)]
    // `create table … partition of` would wait until all reports end, and all other statements would wait for it.
    await db.execute(sql`create table ${partition} (like ${parent} including all)`)
    await db.execute(sql`
      alter table ${parent} attach partition ${partition}
        for values from (${sql.raw(firstDay(month, 0))}) to (${sql.raw(firstDay(month, 1))})`)
  }
}

/** The first day of the month that is `months` after `month`, as an SQL literal. */
function firstDay(month: string, months: number): string {
  const [, year, number] = /^(\d{4})-(\d\d)$/.exec(month) ?? []
  if (!year || !number) throw new Error(`${month} is no month.`)
  const date = new Date(Date.UTC(Number(year), Number(number) - 1 + months, 1))
  return `'${date.toISOString().slice(0, 10)}'`
}
