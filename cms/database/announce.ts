import type { PayloadRequest } from 'payload'
import { executorOf, sql } from './sql.ts'

/** The channel on which changes are announced to every process. */
export const channel = 'common_room_changes'

/**
 * Announces that what was made from `tags` has changed. Inside a transaction PostgreSQL delivers it
 * at commit, and not at all after a rollback.
 * @param req the request whose transaction the change belongs to
 * @param tags cache tags; each feature declares its own in `tags.ts`
 */
export async function announce(req: PayloadRequest, tags: string[]): Promise<void> {
  const db = await executorOf(req)
  await db.execute(sql`select pg_notify(${channel}, ${JSON.stringify(tags)})`)
}
