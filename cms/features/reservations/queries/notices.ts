import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRows,
  type SQL,
  sql,
} from '../../../platform/database/query.ts'
import type { KindName, ReservationStatus } from '../rules.ts'

/** Each row of `reservation_notices` claims a mail or a push about a reservation, so it is sent only once. */

const batch = 500

/**
 * Claims mails that are due, in the caller's transaction. Each reservation gets each notice once.
 * @param claim.due a statement that returns `subject`, `notice`, and `since`: guests who confirmed later do not get the
 *   mail; null: everybody gets it
 * @param claim.except a statement that returns the ids of reservations that do not get the mail
 * @returns the ids of at most `batch` reservations
 */
export const claimNotices = (
  db: Database,
  {
    kind,
    due,
    statuses,
    except,
  }: { kind: KindName; due: SQL; statuses: readonly ReservationStatus[]; except?: SQL },
): Promise<number[]> =>
  findRows(db, column(z.number()))`
    insert into reservation_notices (reservation, notice)
    select r.id, due.notice
      from (${due}) as due join reservations as r on r.kind = ${kind} and r.subject = due.subject
     where r.status = any(${`{${statuses.join(',')}}`}::text[]) and r.email is not null
       and (due.since is null or r.confirmed_at < due.since)
       and not exists (select from reservation_notices as n where n.reservation = r.id and n.notice = due.notice)
       ${except ? sql`and r.id not in (${except})` : sql``}
     order by r.id limit ${batch}
    on conflict do nothing
    returning reservation`

/** Claims a push about a reservation. @returns false if it was claimed before */
export const claimPush = async (
  db: Database,
  reservation: number,
  notice: string,
): Promise<boolean> =>
  (await execute(db)`
    insert into reservation_notices (reservation, notice) values (${reservation}, ${notice})
    on conflict do nothing`) > 0
