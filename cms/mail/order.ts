import { sql } from '../database/sql.ts'

/**
 * The ids of mails, each held until the transaction ends. Whoever changes several mails at once takes
 * them in this order, so that no two wait for each other.
 * @param which a condition on rows of `mails`
 */
export const inOrder = (which: ReturnType<typeof sql>) =>
  sql`select id from mails where ${which} order by id for update`
