import type { PayloadRequest } from 'payload'
import { executorOf, sql } from '../database/sql.ts'
import { env } from '../env.ts'
import { cancelMailsTo, deleteMailsTo } from '../mail/service.ts'
import { addressHash } from './link.ts'
import type { Interest } from './rules.ts'
import { holdAddresses } from './service.ts'
import { subscriberById, writeConsent } from './subscribers.ts'

/** Writes down that staff stopped somebody's letters, and takes back those that wait. */
export async function writeWithdrawal(
  req: PayloadRequest,
  subscriber: number,
  interests: readonly Interest[],
): Promise<void> {
  const db = await executorOf(req)
  await cancelMailsTo(db, subscriber)
  await writeConsent(db, { subscriber, kind: 'withdrawn', how: 'staff', interests })
}

/**
 * Leaves nothing of somebody who is about to be deleted but a hash of their address, by which an
 * import leaves them out.
 * @param hold how the address is held meanwhile
 */
export async function forgetAddress(
  req: PayloadRequest,
  id: number,
  hold = holdAddresses,
): Promise<void> {
  const db = await executorOf(req)
  const known = await subscriberById(db, id)
  if (!known) return
  const { email } = known
  // In the order of those who confirm and import: the address, its subscriber, the rest, mails last.
  await hold(db, [email])
  if (!(await subscriberById(db, id, { holds: true }))) return
  await db.execute(sql`delete from subscription_requests where email = ${email}`)
  await db.execute(sql`delete from subscriber_import_rows where email = ${email}`)
  await deleteMailsTo(db, [id])
  await db.execute(sql`
    insert into suppressions (hash, reason, at)
    values (${addressHash(email, env().SECRET)}, 'deleted', now())
    on conflict (hash) do update set reason = excluded.reason, at = excluded.at, updated_at = now()`)
}
