import type { Payload } from 'payload'
import { type Database, databaseOf, execute, jsonRows, sql } from '../../database/query.ts'
import { keptDays } from '../rules.ts'

const batchSize = 2000

/**
 * Deletes the content, recipient and server response of old mails, at most `batchSize` per call. The row and its
 * state remain for statistics. Mails that wait or are being sent are not touched. Also deletes mail events that
 * were reported more than a year ago, at most `batchSize` per call.
 */
export async function tidyMails(payload: Payload): Promise<void> {
  const db = databaseOf(payload)
  const cutoff = sql`now() - ${keptDays} * interval '1 day'`
  await execute(db)`
    update mails
       set html = '', text = '', sealed = null, headers = '{}', to_address = '', to_name = null,
           subject = case when letter is null then kind else subject end,
           response = null, error = null
     where id in (
       select id from mails
        where to_address <> '' and created_at < ${cutoff}
          and coalesce(sent_at, created_at) < ${cutoff}
          and state in ('sent', 'bounced', 'failed', 'unknown', 'cancelled')
        order by created_at limit ${batchSize} for update skip locked)`
  await execute(db)`
    delete from mail_events where id in (
      select id from mail_events where reported_at < now() - interval '1 year' limit ${batchSize})`
}

/**
 * Deletes the unencrypted content of those mails of some kinds that will not be sent again.
 * @param kinds each with a subject that replaces the mail's subject; null keeps the mail's subject
 */
export async function deleteContentOfFinishedMails(
  db: Database,
  kinds: readonly { kind: string; subject: string | null }[],
): Promise<void> {
  for (let emptied = batchSize; emptied === batchSize; ) {
    emptied = await execute(db)`
      with done as materialized (
        select mails.id, known.subject
          from mails join jsonb_to_recordset(${jsonRows(kinds)}) as known (kind text, subject text)
               using (kind)
         where state in ('sent', 'bounced', 'cancelled') and (html <> '' or text <> '')
         limit ${batchSize} for update of mails skip locked)
      update mails set html = '', text = '', subject = coalesce(done.subject, mails.subject)
        from done where mails.id = done.id`
  }
}
