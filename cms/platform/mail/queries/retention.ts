import type { Payload } from 'payload'
import { z } from 'zod'
import {
  column,
  type Database,
  databaseOf,
  execute,
  findRows,
  jsonRows,
  sql,
} from '../../database/query.ts'
import { findSubjectsOfLetters } from '../kinds.ts'
import { keptDays } from '../rules.ts'

const batchSize = 2000

/**
 * Deletes the content, recipient and server response of old mails, at most `batchSize` per call. The row and its
 * state remain for statistics, and the subject of its letter without the reader's name. Mails that wait or are being
 * sent are not touched. Also deletes mail events that were reported more than a year ago, at most `batchSize` per call.
 */
export async function tidyMails(payload: Payload): Promise<void> {
  const db = databaseOf(payload)
  const cutoff = sql`now() - ${keptDays} * interval '1 day'`
  const oldest = sql`
    from mails
   where to_address <> '' and created_at < ${cutoff}
     and coalesce(sent_at, created_at) < ${cutoff}
     and state in ('sent', 'bounced', 'failed', 'unknown', 'cancelled')`
  const letters = await findRows(db, column(z.number()))`
    select distinct letter::int from (select letter ${oldest} order by created_at limit ${batchSize}) as batch
     where letter is not null`
  const subjects = await findSubjectsOfLetters(payload, db, letters)
  const known = letters.map((letter) => ({ letter, subject: subjects.get(letter) ?? null }))
  await execute(db)`
    with known as (
      select letter, subject from jsonb_to_recordset(${jsonRows(known)}) as known (letter int, subject text))
    update mails
       set html = '', text = '', sealed = null, headers = '{}', attachments = null, to_address = '', to_name = null,
           subject = coalesce((select known.subject from known where known.letter = mails.letter), kind),
           response = null, error = null
     where id in (
       select id ${oldest} and (letter is null or letter in (select known.letter from known))
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
      update mails set html = '', text = '', attachments = null, subject = coalesce(done.subject, mails.subject)
        from done where mails.id = done.id`
  }
}
