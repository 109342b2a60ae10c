import { isAccountChangedByAnother } from '../../platform/audit/service.ts'
import type { Database } from '../../platform/database/query.ts'
import { env } from '../../platform/runtime/env.ts'
import { commonGoodError } from './errors.ts'

/**
 * Whether another person may know the way into an account, so that one person would be both. Without a mail server,
 * admins read the links with which passwords are chosen.
 */
export const isAccountOfAnother = (db: Database, staff: number): Promise<boolean> =>
  isAccountChangedByAnother(db, staff, { areLinksRead: !env().SMTP_URL })

/**
 * Refuses an approval if another person may know the way into one of the two accounts.
 * @throws HttpError `changed_account`, `changed_requester`
 */
export async function requireTwoPeople(
  db: Database,
  { requestedBy, approvedBy }: { requestedBy: number; approvedBy: number },
): Promise<void> {
  if (await isAccountOfAnother(db, approvedBy)) throw commonGoodError('changed_account')
  if (await isAccountOfAnother(db, requestedBy)) throw commonGoodError('changed_requester')
}
