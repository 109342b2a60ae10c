import { type SQL, sql } from '../../database/query.ts'

/**
 * Locks deliveries by their ids in ascending order, so that concurrent statements on many of them do not
 * deadlock. A `with` query; its column is `id`.
 */
export const lockDeliveries = (where: SQL): SQL =>
  sql`select id from nudge_deliveries where ${where} order by id for update`
