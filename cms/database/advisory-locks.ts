import { type Database, execute } from './query.ts'

/**
 * Takes advisory locks by name until the transaction ends; another transaction that wants one of them
 * waits. All names are locked in one order, so two transactions never deadlock on them.
 * @param names any texts, e.g. `subscriber a@b.example`
 */
export async function lockNames(db: Database, names: readonly string[]): Promise<void> {
  const distinct = JSON.stringify([...new Set(names)])
  await execute(db)`
    select pg_advisory_xact_lock(number)
      from (select distinct hashtextextended(name, 0) as number
              from jsonb_array_elements_text(${distinct}::jsonb) as name
             order by number) as numbers`
}
