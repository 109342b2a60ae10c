import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  type SQL,
  sql,
} from '../../database/query.ts'
import { isoTimestamp } from '../../database/row-fields.ts'
import { type LinkScope, linkDays, linkScopes, namesDays } from '../rules.ts'

const scope = z.enum(linkScopes)

/** The ids of an event and of the series that continue it. */
const withContinuations = (event: SQL): SQL => sql`
  with recursive covered as (
    select ${event} as id
    union
    select events.id from events join covered on events.continues_id = covered.id
  ) select id from covered`

/** The end of the last date of an event and its continuations; null without dates. A postponed date is not over. */
const endOf = (event: SQL): SQL => sql`
  (select max(case when status = 'postponed' then greatest(ends_at, now()) else ends_at end) from event_dates
    where event in (${withContinuations(event)}))`

/** When the links of an event expire: some time after `endOf`; null if there are no dates. */
const expiryOf = (event: SQL): SQL => sql`(${endOf(event)} + ${linkDays} * interval '1 day')`

/**
 * Erases the names and email addresses of organisers from their links, some time after the last date of the event. If
 * the event has no dates, they are erased some time after the link was made.
 */
export const forgetOldOrganisers = (db: Database) =>
  execute(db)`
    update event_links set name = '', email = null
     where (name <> '' or email is not null)
       and coalesce(${endOf(sql`event_links.event`)}, created_at) < now() - ${namesDays}::int * interval '1 day'`

const linkRow = z.object({
  id: z.number(),
  event: z.number(),
  scope,
  name: z.string(),
  email: z.string().nullable(),
  is_used: z.boolean(),
})
/** A valid link. */
export type Link = z.output<typeof linkRow>
const linkColumns = sql.raw('id, event, scope, name, email, last_used_at is not null as is_used')

/** The link with a token; null if there is none, or it was revoked or has expired. */
export const findLink = (db: Database, tokenHash: string): Promise<Link | null> =>
  findRow(db, linkRow)`
    select ${linkColumns} from event_links
     where token_hash = ${tokenHash} and revoked_at is null and ${expiryOf(sql`event_links.event`)} > now()`

/** The valid links of an email address. Of links with the same event, scope and name, only the oldest is returned. */
export const listLinksTo = (db: Database, email: string): Promise<Link[]> =>
  findRows(db, linkRow)`
    select distinct on (event, scope, name) ${linkColumns} from event_links
     where email = ${email} and revoked_at is null and ${expiryOf(sql`event_links.event`)} > now()
     order by event, scope, name, id`

type NewLink = {
  event: number
  scope: LinkScope
  name: string
  email: string | null
  tokenHash: string
  staff: number | null
}

/** @returns the id of the new link; null if a link with this token exists */
export const insertLink = (db: Database, link: NewLink): Promise<number | null> =>
  findRow(db, column(z.number()))`
    insert into event_links (event, scope, name, email, token_hash, created_by)
    values (${link.event}, ${link.scope}, ${link.name}, ${link.email}, ${link.tokenHash}, ${link.staff})
    on conflict (token_hash) do nothing returning id`

/** The id of the link with a token, even if the link is no longer valid. */
export const findLinkId = (db: Database, tokenHash: string): Promise<number | null> =>
  findRow(db, column(z.number()))`select id from event_links where token_hash = ${tokenHash}`

/**
 * Revokes a link. If it has an email address, also revokes the other links of the same event, person and scope.
 * @returns the link; null if there is none, or if it was already revoked
 */
export async function revokeLink(db: Database, id: number): Promise<Link | null> {
  const link = await findRow(db, linkRow)`
    update event_links set revoked_at = now() where id = ${id} and revoked_at is null
    returning ${linkColumns}`
  if (link?.email) {
    await execute(db)`
      update event_links set revoked_at = now()
       where event = ${link.event} and scope = ${link.scope} and name = ${link.name} and email = ${link.email}
         and revoked_at is null`
  }
  return link
}

/** Records when a link was used, to the minute. */
export const markUsed = (db: Database, id: number) =>
  execute(db)`
    update event_links set last_used_at = now()
     where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`

/** Revokes the earlier links of the same event, person and scope. */
export const revokeEarlier = (db: Database, { id, event, scope: own, name, email }: Link) =>
  execute(db)`
    update event_links set revoked_at = now()
     where event = ${event} and scope = ${own} and name = ${name} and email = ${email} and id < ${id}
       and revoked_at is null`

const listed = z.object({
  id: z.number(),
  event: z.number(),
  scope,
  name: z.string(),
  email: z.string().nullable(),
  created_at: isoTimestamp,
  expires_at: isoTimestamp.nullable(),
  last_used_at: isoTimestamp.nullable(),
})
/** A link as staff see it. Times are in ISO 8601. `expires_at` is null if the event has no dates. */
export type ListedLink = z.output<typeof listed>

/** The links that manage an event and were not revoked: links of the event, and of series that the event continues. */
export const listLinks = (db: Database, event: number): Promise<ListedLink[]> =>
  findRows(db, listed)`
    with recursive earlier as (
      select ${event}::int as id
      union
      select events.continues_id from events join earlier on events.id = earlier.id
       where events.continues_id is not null
    )
    select id, event, scope, name, email, created_at, ${expiryOf(sql`event_links.event`)} as expires_at, last_used_at
      from event_links where event in (select id from earlier) and revoked_at is null
     order by id`

/** Whether a link of this event can manage this date. */
export const coversDate = async (
  db: Database,
  { event, date }: { event: number; date: number },
): Promise<boolean> => {
  const found = await findRow(db, column(z.number()))`
    select id from event_dates where id = ${date} and event in (${withContinuations(sql`${event}::int`)})`
  return found !== null
}

const managedDate = z.object({
  id: z.number(),
  title: z.string(),
  status: z.string(),
  starts_at: z.coerce.date(),
  ends_at: z.coerce.date(),
})
export type ManagedDate = z.output<typeof managedDate>

/** The dates that a link of an event manages, in order. */
export const listManagedDates = (db: Database, event: number): Promise<ManagedDate[]> =>
  findRows(db, managedDate)`
    select id, title, status, starts_at, ends_at from event_dates
     where event in (${withContinuations(sql`${event}::int`)}) order by starts_at, id`
