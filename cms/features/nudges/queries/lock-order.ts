import { type Database, execute, type SQL, sql } from '../../../platform/database/query.ts'

// Lock order: a transaction locks devices first, then deliveries.

/**
 * Locks deliveries by their ids in ascending order, so that concurrent statements on many of them do not
 * deadlock. The SQL is for a `with` query; its column is `id`.
 */
export const lockDeliveries = (where: SQL): SQL =>
  sql`select id from nudge_deliveries where ${where} order by id for update`

/** Locks a member's devices until the transaction ends. */
export const lockDevicesOf = (db: Database, member: number) =>
  execute(db)`select from push_devices where member = ${member} order by id for update`
