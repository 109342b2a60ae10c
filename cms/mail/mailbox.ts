import { type Executor, sql } from '../database/sql.ts'
import { log } from '../log.ts'
import { isDue } from './claims.ts'
import { codeOrLink } from './rules.ts'

/**
 * Where there is no mail server, mails stay here: they count as sent, and staff read them in the
 * admin.
 * @param development whether the newest code or link is printed, so that nobody has to look it up
 */
export async function keepMails(db: Executor, development: boolean): Promise<void> {
  const { rows } = await db.execute(sql`
    update mails
       set state = 'sent', sent_at = now(), tries = tries + 1, response = 'Kept in the mailbox.',
           updated_at = now()
     where id in (select id from mails where ${isDue} order by priority, next_at, id
                   limit 1000 for update skip locked)
    returning id, kind, subject, text`)
  const newest = rows.toSorted((one, other) => Number(one.id) - Number(other.id)).at(-1)
  if (!development || !newest) return
  const found = codeOrLink(String(newest.text ?? ''))
  log.info(
    { kind: newest.kind, subject: newest.subject },
    `a mail is in the mailbox: ${found ?? '–'}`,
  )
}
