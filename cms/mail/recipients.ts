import { type Executor, sql } from '../database/sql.ts'

/** Takes back what waits to be sent to somebody who wants no letters any more. */
export async function cancelMailsTo(db: Executor, subscriber: number): Promise<void> {
  await db.execute(sql`
    update mails set state = 'cancelled', updated_at = now()
     where subscriber = ${subscriber} and state in ('queued', 'deferred')`)
}

/** Throws away every mail to somebody of whom nothing is to be kept. */
export async function forgetMailsTo(db: Executor, subscriber: number): Promise<void> {
  await db.execute(sql`delete from mails where subscriber = ${subscriber}`)
}

/** Throws away every mail to an address of which nothing is to be kept. */
export async function forgetMailsToAddress(db: Executor, address: string): Promise<void> {
  await db.execute(sql`delete from mails where to_address = ${address}`)
}

/** The mails that went to an address, the newest first, without what they say. */
export async function mailsTo(db: Executor, address: string): Promise<MailSent[]> {
  const { rows: found } = await db.execute(sql`
    select kind, case when kind = 'sign_in_code' then 'A code' else subject end as subject,
           state::text as state, created_at
      from mails where to_address = ${address} order by id desc limit 1000`)
  return (found as (MailSent & { created_at: string | Date })[]).map((mail) => ({
    ...mail,
    created_at: new Date(mail.created_at).toISOString(),
  }))
}

type MailSent = { kind: string; subject: string; state: string; created_at: string }
