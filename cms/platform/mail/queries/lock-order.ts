import type { SQL } from 'drizzle-orm'
import { sql } from '../../database/query.ts'

/**
 * A query that returns the ids of mails and locks these mails until the transaction ends. Every statement that
 * changes several mails locks them in this order, which prevents deadlocks.
 * @param which a condition on rows of `mails`
 */
export const mailLockQuery = (which: SQL): SQL =>
  sql`select id from mails where ${which} order by id for update`
