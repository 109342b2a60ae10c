import { type Executor, sql } from '../database/sql.ts'
import { log } from '../log.ts'
import { isDue } from './claims.ts'
import { isUnnoted } from './content.ts'
import type { ContentOf, MailRow } from './contract.ts'
import { codeOrLink, keptResponse } from './rules.ts'

/**
 * Where there is no mail server, mails stay here: they count as sent, and staff read them in the
 * admin.
 * @param contentOf notes what a mail says where its row does not yet
 * @param development whether the newest code or link is printed, so that nobody has to look it up
 */
export async function keepMails(
  db: Executor,
  contentOf: ContentOf,
  development: boolean,
): Promise<void> {
  const { rows } = await db.execute(sql`
    update mails
       set state = 'sent', sent_at = now(), tries = tries + 1, response = ${keptResponse},
           updated_at = now()
     where id in (select id from mails where ${isDue} order by priority, next_at, id
                   limit 1000 for update skip locked)
    returning id, key, kind, priority::int as priority, to_address, to_name, subject, html, text,
              headers, letter::int as letter, subscriber::int as subscriber, tries::int as tries`)
  const kept = (rows as MailRow[]).toSorted((one, other) => one.id - other.id)
  for (const mail of kept.filter(isUnnoted)) {
    await contentOf(mail).catch((error) =>
      log.error({ err: error, mail: mail.id }, 'a mail could not be written'),
    )
  }
  const newest = kept.at(-1)
  if (!development || !newest) return
  const found = codeOrLink(newest.text ?? '')
  log.info(
    { kind: newest.kind, subject: newest.subject },
    `a mail is in the mailbox: ${found ?? '–'}`,
  )
}
