import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  hasRow,
  type SQL,
  sql,
} from '../../../platform/database/query.ts'
import { insertion, rowOf } from '../../../platform/database/row.ts'
import { namesDays } from '../../reservations/rules.ts'
import { linkDays } from '../rules.ts'
import { eventDates, eventLinks } from '../tables.ts'

/** The ids of an event and of the series that continue it. */
const withContinuations = (event: SQL): SQL => sql`
  with recursive covered as (
    select ${event} as id
    union
    select events.id from events join covered on events.continues_id = covered.id
  ) select id from covered`

/** The rows of `event_dates` that a link with this event and date opens. Both branches use an index. */
const datesOpenedBy = ({ event, date }: { event: SQL; date: SQL }): SQL => sql`
  (select * from event_dates where id = ${date}
   union all
   select * from event_dates where ${date} is null and event in (${withContinuations(event)}))`

const ofRow = { event: sql`event_links.event`, date: sql`event_links.date` }

/** The end of the last date that a row of `event_links` opens; null without dates. A postponed date is not over. */
const lastEnd = sql`
  (select max(case when status = 'postponed' then greatest(ends_at, now()) else ends_at end)
     from ${datesOpenedBy(ofRow)} as opened)`

/** When a row of `event_links` expires: some time after `lastEnd`; null if there are no dates. */
const expiry = sql`(${lastEnd} + ${linkDays} * interval '1 day')`

/**
 * Erases the names and email addresses of organisers from their links, some time after the last date that the link
 * opens. If there is no date, they are erased some time after the link was made.
 */
export const forgetOldOrganisers = (db: Database) =>
  execute(db)`
    update event_links set name = '', email = null
     where (name <> '' or email is not null)
       and coalesce(${lastEnd}, created_at) < now() - ${namesDays}::int * interval '1 day'`

const linkRow = rowOf(eventLinks, { only: ['id', 'event', 'date', 'scope', 'name', 'email'] })
const linkSchema = linkRow.schema.extend({ isUsed: z.boolean() })
/** A valid link. */
export type Link = z.output<typeof linkSchema>
const linkColumns = sql`${linkRow.columns}, last_used_at is not null as "isUsed"`

/** The link with a token; null if there is none, or it was revoked or has expired. */
export const findLink = (db: Database, tokenHash: string): Promise<Link | null> =>
  findRow(db, linkSchema)`
    select ${linkColumns} from event_links
     where token_hash = ${tokenHash} and revoked_at is null and ${expiry} > now()`

/** The valid links of an email address. Of links with the same dates, scope and name, only the oldest is returned. */
export const listLinksTo = (db: Database, email: string): Promise<Link[]> =>
  findRows(db, linkSchema)`
    select distinct on (event, date, scope, name) ${linkColumns} from event_links
     where email = ${email} and revoked_at is null and ${expiry} > now()
     order by event, date, scope, name, id`

type NewLink = Omit<typeof eventLinks.$inferSelect, 'id' | 'createdAt' | 'revokedAt' | 'lastUsedAt'>

/** @returns the id of the new link; null if a link with this token exists */
export const insertLink = (db: Database, link: NewLink): Promise<number | null> => {
  const row = insertion(eventLinks, link)
  return findRow(db, column(z.number()))`
    insert into event_links (${row.names}) select ${row.values}
    on conflict (token_hash) do nothing returning id`
}

/** The link with a token or an id, even if the link is no longer valid. */
export const findStoredLink = (
  db: Database,
  key: { tokenHash: string } | { id: number },
): Promise<Link | null> =>
  findRow(db, linkSchema)`
    select ${linkColumns} from event_links
     where ${'id' in key ? sql`id = ${key.id}` : sql`token_hash = ${key.tokenHash}`}`

/**
 * Revokes a link. If it has an email address, also revokes the other links of the same dates, person and scope.
 * @returns the link; null if there is none, or if it was already revoked
 */
export async function revokeLink(db: Database, id: number): Promise<Link | null> {
  const link = await findRow(db, linkSchema)`
    update event_links set revoked_at = now() where id = ${id} and revoked_at is null
    returning ${linkColumns}`
  if (link?.email) {
    await execute(db)`
      update event_links set revoked_at = now()
       where event = ${link.event} and date is not distinct from ${link.date} and scope = ${link.scope} and name = ${link.name} and email = ${link.email}
         and revoked_at is null`
  }
  return link
}

/** Records when a link was used, to the minute. */
export const markUsed = (db: Database, id: number) =>
  execute(db)`
    update event_links set last_used_at = now()
     where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`

/** Revokes the earlier links of the same dates, person and scope. */
export const revokeEarlier = (db: Database, { id, event, date, scope, name, email }: Link) =>
  execute(db)`
    update event_links set revoked_at = now()
     where event = ${event} and date is not distinct from ${date} and scope = ${scope} and name = ${name} and email = ${email} and id < ${id}
       and revoked_at is null`

const listed = rowOf(eventLinks, {
  only: ['id', 'event', 'date', 'scope', 'name', 'email', 'createdAt', 'lastUsedAt'],
})
const listedSchema = listed.schema.extend({ expiresAt: z.coerce.date().nullable() })
/** A link as staff see it. `expiresAt` is null if the event has no dates. */
type ListedLink = z.output<typeof listedSchema>

/**
 * The links that open a date and were not revoked: those for this date only, those for its event, and those for series
 * that the event continues.
 */
export const listLinks = (
  db: Database,
  { id, event }: { id: number; event: number },
): Promise<ListedLink[]> =>
  findRows(db, listedSchema)`
    with recursive earlier as (
      select ${event}::int as id
      union
      select events.continues_id from events join earlier on events.id = earlier.id
       where events.continues_id is not null
    )
    select ${listed.columns}, ${expiry} as "expiresAt"
      from event_links
     where (date = ${id} or date is null and event in (select id from earlier)) and revoked_at is null
     order by id`

type Opening = Pick<Link, 'event' | 'date'>
const datesOpenedByLink = ({ event, date }: Opening): SQL =>
  datesOpenedBy({ event: sql`${event}::int`, date: sql`${date}::int` })

/** Whether a link opens this date. */
export const opensDate = (db: Database, link: Opening, date: number): Promise<boolean> =>
  hasRow(db)`select from ${datesOpenedByLink(link)} as opened where id = ${date}`

const managedDate = rowOf(eventDates, { only: ['id', 'title', 'status', 'startsAt', 'endsAt'] })
export type ManagedDate = z.output<typeof managedDate.schema>

/** The dates that a link opens, in order. */
export const listManagedDates = (db: Database, link: Opening): Promise<ManagedDate[]> =>
  findRows(db, managedDate.schema)`
    select ${managedDate.columns} from ${datesOpenedByLink(link)} as opened
     order by starts_at, id`
