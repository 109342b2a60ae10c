import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  hasRow,
  idList,
  requireRow,
  type SQL,
  sql,
  withPreparation,
} from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import {
  countByWeek,
  isInLastTwoWeeks,
  weekCounts,
} from '../../../platform/database/week-counts.ts'
import type { Interest } from '../../newsletter/rules.ts'
import type { BeerStyle, VenueArea } from '../../venue/rules.ts'
import type { TimeSlot } from '../profile/rules.ts'

// All statements on `members` and the tables of its `choiceLists` are in this file, except the query in `agreeing.ts`
// and the joins in `sessions.ts` and `devices.ts`.

const memberRow = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string().nullable(),
  isSuspended: z.boolean(),
})
/** The fields of an account that signing in needs. */
export type Member = z.output<typeof memberRow>

const memberColumns = sql.raw(`id, email, name, suspended_at is not null as "isSuspended"`)

/** The number of new members in each of the last two weeks. */
export const countNewMembers = (
  db: Database,
  timeZone: string,
): Promise<z.output<typeof weekCounts>> =>
  requireRow(db, weekCounts)`
    select ${countByWeek(sql`created_at`, timeZone)} from members where ${isInLastTwoWeeks(sql`created_at`)}`

/** The number of members who joined in a period and still have an account. */
export const countJoinedMembers = (
  db: Database,
  { from, until }: { from: Date; until: Date },
): Promise<number> =>
  requireRow(db, column(z.number()))`
    select count(*)::int from members
     where created_at >= ${from.toISOString()}::timestamptz
       and created_at < ${until.toISOString()}::timestamptz`

export const findMemberById = (db: Database, id: number): Promise<Member | null> =>
  findRow(db, memberRow)`select ${memberColumns} from members where id = ${id}`

/** Those of these accounts that exist. */
export const findMembersById = (db: Database, ids: readonly number[]): Promise<Member[]> =>
  findRows(db, memberRow)`
    select ${memberColumns} from members where id = any(${idList(ids)}::int[]) order by id`

/** @param email in its stored spelling, see `parseAddress` */
export const findMemberByEmail = (db: Database, email: string): Promise<Member | null> =>
  findRow(db, memberRow)`select ${memberColumns} from members where email = ${email}`

/** The members with these ids who are not suspended, with the choices in their profiles. */
export const findActiveMembers = (db: Database, ids: readonly number[]): Promise<ActiveMember[]> =>
  findRows(db, activeMember)`
    select id, email, ${choiceColumns}
      from members as m where m.id = any(${idList(ids)}::int[]) and m.suspended_at is null`

const namedMember = z.object({ id: z.number(), name: z.string().nullable() })

/** The names of members, for lists that those who serve them read. */
export const listMemberNames = (db: Database, ids: readonly number[]) =>
  findRows(db, namedMember)`select id, name from members where id = any(${idList(ids)}::int[])`

/**
 * The SQL condition that a member exists and is not suspended. Frequent statements of other features use it to
 * avoid a second query.
 * @param id the column with the member's id
 */
export const activeMemberCondition = (id: SQL): SQL =>
  sql`exists (select from members where members.id = ${id} and members.suspended_at is null)`

/**
 * The SQL expression of a member's address; null if there is no such member. Statements of other features use it.
 * @param id the column with the member's id
 */
export const emailOfMember = (id: SQL): SQL =>
  sql`(select members.email from members where members.id = ${id})`

/** The SQL expression of a member's name; null if there is none. @param id the column with the member's id */
export const nameOfMember = (id: SQL): SQL =>
  sql`(select members.name from members where members.id = ${id})`

/** The SQL expression of since when somebody is a member. @param id the column with the member's id */
export const sinceOfMember = (id: SQL): SQL =>
  sql`(select members.created_at from members where members.id = ${id})`

/** The SQL expression of the id of the member with an address. @param email the column with the address */
export const memberOfEmail = (email: SQL): SQL =>
  sql`(select members.id from members where members.email = ${email})`

/**
 * Locks accounts until the transaction ends. A transaction must call this before it locks rows that belong to
 * the accounts: sessions, devices, handles, passkeys and proofs. Deleting an account locks the account before these
 * rows, so another order could deadlock.
 * @returns whether all of them exist
 */
export async function lockMembers(
  db: Database,
  members: readonly (number | null)[],
): Promise<boolean> {
  const ids = [...new Set(members)].filter((id) => id !== null)
  const locked = await findRows(withPreparation(db), column(z.number()))`
    select id from members where id = any(${idList(ids)}::int[]) order by id for no key update`
  return locked.length === ids.length
}

/**
 * Adds an account.
 * @param source how the person became a member
 * @returns its id; null if the address has an account already
 */
export async function insertMember(
  db: Database,
  email: string,
  source: string,
): Promise<number | null> {
  const inserted = await findRow(db, z.object({ id: z.number() }))`
    insert into members (email, source) values (${email}, ${source})
    on conflict (email) do nothing returning id`
  return inserted?.id ?? null
}

const seenRow = memberRow.omit({ isSuspended: true })

/** Records that the member was seen now. @returns null if they are suspended or deleted */
export const markSeen = (db: Database, id: number): Promise<z.output<typeof seenRow> | null> =>
  findRow(db, seenRow)`
    update members set last_seen_at = now() where id = ${id} and suspended_at is null
    returning id, email, name`

/** Suspends a member or lets them in again. A repeated suspension keeps the first date. */
export async function setSuspended(db: Database, id: number, isSuspended: boolean): Promise<void> {
  const at = isSuspended ? sql`coalesce(suspended_at, now())` : sql`null`
  await db.execute(sql`update members set suspended_at = ${at} where id = ${id}`)
}

/** @returns false if the member's address is no longer `from` */
export async function changeEmail(
  db: Database,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const changed = await execute(db)`
    update members set email = ${to}, updated_at = now() where id = ${id} and email = ${from}`
  return changed > 0
}

/** What members choose from lists; each list is a table of its own. */
export const choiceLists = ['interests', 'favourite_areas', 'time_slots', 'beer_styles'] as const
export type ChoiceList = (typeof choiceLists)[number]

/** Replaces a member's choices in one list. */
export async function replaceChoices(
  db: Database,
  member: number,
  list: ChoiceList,
  values: readonly string[],
): Promise<void> {
  const table = sql.identifier(`members_${list}`)
  const type = sql.identifier(`enum_members_${list}`)
  await db.execute(sql`delete from ${table} where parent_id = ${member}`)
  await db.execute(sql`
    insert into ${table} ("order", parent_id, value)
    select position, ${member}, value::${type}
      from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)
           with ordinality as chosen (value, position)`)
}

const detailColumns = ['name', 'phone', 'birthday_day', 'birthday_month'] as const
export type MemberDetails = {
  name: string | null
  phone: string | null
  birthday_day: number | null
  birthday_month: number | null
}

/** Writes the details that are given; `undefined` leaves one as it is. */
export async function updateDetails(
  db: Database,
  id: number,
  details: Partial<MemberDetails>,
): Promise<void> {
  const changes = detailColumns
    .filter((column) => details[column] !== undefined)
    .map((column) => sql`${sql.identifier(column)} = ${details[column]}`)
  const assignments = sql.join([...changes, sql`updated_at = now()`], sql`, `)
  await db.execute(sql`update members set ${assignments} where id = ${id}`)
}

/**
 * Stores whether a member agrees that the venue learns from their visits.
 * @returns false if that is stored already, or there is no such member
 */
export async function setAnalyticsConsent(
  db: Database,
  id: number,
  hasConsent: boolean,
): Promise<boolean> {
  const changed = await execute(db)`
    update members
       set analytics_consent = ${hasConsent}, analytics_consent_at = now(), updated_at = now()
     where id = ${id} and analytics_consent <> ${hasConsent}`
  return changed > 0
}

/**
 * When each of these members consented to analytics (ISO 8601). Members without consent and members whose
 * deletion is scheduled are missing. The rows are locked until the transaction ends. The query does not wait
 * for other locks, so members whose account is being changed or erased are missing too.
 */
export async function findAnalyticsConsent(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const agreed = await findRows(db, z.object({ id: z.number(), since: isoTimestamp }))`
    select id, coalesce(analytics_consent_at, created_at) as since from members
     where id = any(${idList(ids)}::int[]) and analytics_consent and delete_at is null
     order by id for share skip locked`
  return new Map(agreed.map(({ id, since }) => [id, since]))
}

/** Whether a member agrees that the venue learns from their visits. Nothing is locked: only for what is shown. */
export const hasAnalyticsConsent = (db: Database, id: number): Promise<boolean> =>
  hasRow(db)`select from members where id = ${id} and analytics_consent and delete_at is null`

/** Which of these members agree to that. Nothing is locked. */
export const listConsenting = (db: Database, ids: readonly number[]): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select id from members where id = any(${idList(ids)}::int[]) and analytics_consent`

const listOf = <Value extends string>() =>
  z.array(z.custom<Value>((value) => typeof value === 'string'))
const profileRow = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  birthday_day: z.number().nullable(),
  birthday_month: z.number().nullable(),
  created_at: isoTimestamp,
  delete_at: isoTimestamp.nullable(),
  analytics_consent: z.boolean(),
  interests: listOf<Interest>(),
  favourite_areas: listOf<VenueArea>(),
  time_slots: listOf<TimeSlot>(),
  beer_styles: listOf<BeerStyle>(),
})

const activeMember = profileRow.pick({
  id: true,
  email: true,
  interests: true,
  favourite_areas: true,
  time_slots: true,
  beer_styles: true,
})
export type ActiveMember = z.output<typeof activeMember>

const choiceColumns = sql.raw(
  choiceLists
    .map(
      (list) => `coalesce((select jsonb_agg(value order by "order") from members_${list}
                            where parent_id = m.id), '[]'::jsonb) as ${list}`,
    )
    .join(', '),
)

/** The member's profile; null if the account was deleted. */
export const findProfileRow = (
  db: Database,
  id: number,
): Promise<z.output<typeof profileRow> | null> =>
  findRow(db, profileRow)`
    select id, email, name, phone, birthday_day::int as birthday_day,
           birthday_month::int as birthday_month, created_at, delete_at, analytics_consent,
           ${choiceColumns}
      from members as m where id = ${id}`

const originRow = z.object({ origin: z.record(z.string(), z.unknown()) })

/** How a person became a member and when they were last seen, for their data download. */
export async function findJoinDetails(db: Database, id: number): Promise<Record<string, unknown>> {
  const found = await findRow(db, originRow)`
    select to_jsonb(fields) as origin
      from (select source, last_seen_at, analytics_consent_at from members where id = ${id}) as fields`
  return found?.origin ?? {}
}

/** Schedules the deletion of an account. @returns false if it is scheduled already */
export async function scheduleDeletion(db: Database, id: number, at: Date): Promise<boolean> {
  const changed = await execute(db)`
    update members set delete_at = ${at.toISOString()}::timestamptz, updated_at = now()
     where id = ${id} and delete_at is null`
  return changed > 0
}

export async function cancelDeletion(db: Database, id: number): Promise<void> {
  await db.execute(sql`update members set delete_at = null, updated_at = now() where id = ${id}`)
}

/** When an account will be deleted, as ISO 8601; null if never. */
export async function findDeletionTime(db: Database, id: number): Promise<string | null> {
  const found = await findRow(db, z.object({ delete_at: isoTimestamp.nullable() }))`
    select delete_at from members where id = ${id}`
  return found?.delete_at ?? null
}

/** Ids of up to 100 accounts whose deletion is due. */
export async function listDueDeletions(db: Database): Promise<number[]> {
  const due = await findRows(db, z.object({ id: z.number() }))`
    select id from members where delete_at < now() order by id limit 100`
  return due.map(({ id }) => id)
}

/** Locks an account whose deletion is due; null if it is not due, or another process is deleting it. */
export const lockDueDeletion = (
  db: Database,
  id: number,
): Promise<{ id: number; email: string } | null> =>
  findRow(db, z.object({ id: z.number(), email: z.string() }))`
    select id, email from members where id = ${id} and delete_at < now()
       for update skip locked`

/** Deletes an account; sessions, devices and passkeys are deleted with it. */
export async function deleteMember(db: Database, id: number): Promise<void> {
  await db.execute(sql`delete from members where id = ${id}`)
}
