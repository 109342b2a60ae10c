import type { Payload } from 'payload'
import { rows, sql } from '../database/sql.ts'
import { keptDays } from './rules.ts'

const most = 2000

/**
 * Takes from old mails what nobody needs any more, some at a time: what they said, whom they went to
 * and what a server answered. That there was one, and what became of it, stays for the numbers. What
 * waits, or is on its way, is left alone.
 */
export async function tidyMails(payload: Payload): Promise<void> {
  const before = sql`now() - ${keptDays} * interval '1 day'`
  await rows(
    payload,
    sql`update mails
           set html = '', text = '', headers = '{}', to_address = '', to_name = null,
               subject = case when letter is null then kind else subject end,
               response = null, error = null
         where id in (
           select id from mails
            where to_address <> '' and created_at < ${before}
              and coalesce(sent_at, created_at) < ${before}
              and state in ('sent', 'bounced', 'failed', 'unknown', 'cancelled')
            order by created_at limit ${most} for update skip locked)`,
  )
  await rows(
    payload,
    sql`delete from mail_events where id in (
          select id from mail_events where told_at < now() - interval '1 year' limit ${most})`,
  )
}
