import { type Executor, sql } from '../database/sql.ts'
import { HttpError } from '../http/errors.ts'
import { canGoAgain, onlyKept } from '../mail/letter-mails.ts'
import type { LetterStanding } from './contract.ts'
import { type LetterState, type MailCounts, tallyOf } from './rules.ts'

type Moment = string | Date | null
type Row = {
  state: LetterState
  updated_at: string | Date
  send_at: Moment
  started_at: Moment
  finished_at: Moment
  counts: MailCounts
  unsubscribed: number
  complained: number
  retriable: number
  links: LetterStanding['links']
}

const iso = (moment: Moment) => (moment === null ? null : new Date(moment).toISOString())

/**
 * How a letter stands, in one look at the database: every mail is counted once, in the state it has.
 * @throws HttpError `not_found`
 */
export async function standingOf(db: Executor, id: number): Promise<LetterStanding> {
  const { rows } = await db.execute(sql`
    select state::text as state, updated_at, send_at, started_at, finished_at,
           (select coalesce(jsonb_object_agg(state, count), '{}'::jsonb)
              from (select case when ${onlyKept} then 'kept' else state::text end as state,
                           count(*) as count
                      from mails where letter = ${id} group by 1) as states) as counts,
           (select count(*)::int from consents as c
             where letter = ${id} and kind = 'withdrawn' and how <> 'complaint' and not exists (
               select from consents as later where later.subscriber_id = c.subscriber_id
                  and later.id > c.id and later.kind = 'restored')) as unsubscribed,
           (select count(*)::int from mails where letter = ${id} and complained_at is not null)
             as complained,
           (select count(*)::int from mails where letter = ${id} and ${canGoAgain}) as retriable,
           (select coalesce(jsonb_agg(jsonb_build_object('url', url, 'label', label,
                                                         'clicks', clicks) order by place),
                            '[]'::jsonb)
              from letter_links where letter = ${id}) as links
      from letters where id = ${id}`)
  const row = rows[0] as Row | undefined
  if (!row) throw new HttpError('not_found', 'There is no such letter.')
  const tally = tallyOf(row.counts)
  return {
    id,
    state: row.state,
    updatedAt: new Date(row.updated_at).toISOString(),
    sendAt: iso(row.send_at),
    startedAt: iso(row.started_at),
    finishedAt: iso(row.finished_at),
    ...tally,
    // What comes back later counts as bounced from then on.
    delivered: tally.sent,
    unsubscribed: row.unsubscribed,
    complained: row.complained,
    retriable: row.retriable,
    links: row.links,
  }
}
