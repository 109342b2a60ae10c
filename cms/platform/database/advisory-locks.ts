import { type Database, execute, textList } from './query.ts'

/**
 * Takes an advisory lock for each name. The locks are held until the transaction ends; until then, other
 * transactions that request one of them wait. The number of a lock is the hash of its name. Each call takes its
 * locks in ascending order of these numbers, so two concurrent calls do not deadlock.
 * @param db an open transaction
 * @param names any texts, e.g. `subscriber a@b.example`
 */
export async function lockNames(db: Database, names: readonly string[]): Promise<void> {
  await execute(db)`
    select pg_advisory_xact_lock(number)
      from (select distinct hashtextextended(name, 0) as number
              from ${textList([...new Set(names)])} as names (name)
             order by number) as numbers`
}

/** Like `lockNames`, but several transactions may have a shared lock of a name; only `lockNames` waits for them. */
export async function shareNames(db: Database, names: readonly string[]): Promise<void> {
  await execute(db)`
    select pg_advisory_xact_lock_shared(number)
      from (select distinct hashtextextended(name, 0) as number
              from ${textList([...new Set(names)])} as names (name)
             order by number) as numbers`
}

/**
 * Makes staff who save a record's form wait until the transaction ends. Their form's version is checked afterwards.
 * @param db an open transaction
 * @param record the collection and the id, `events 7`, or the slug of a global
 */
export const lockForm = (db: Database, record: string): Promise<void> =>
  lockNames(db, [`form ${record}`])
