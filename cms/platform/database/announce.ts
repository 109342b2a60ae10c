import type { PayloadRequest } from 'payload'
import { execute, transactionOf } from './query.ts'

/** The NOTIFY channel for changes. */
export const channel = 'common_room_changes'

/**
 * Notifies every process that cached values with `tags` are outdated. PostgreSQL delivers the
 * notification when the transaction commits, and discards it after a rollback.
 * @param req the request whose transaction makes the change
 * @param tags cache tags; each feature declares its own in `tags.ts`
 */
export async function announce(req: PayloadRequest, tags: string[]): Promise<void> {
  await execute(await transactionOf(req))`select pg_notify(${channel}, ${JSON.stringify(tags)})`
}
