import { type Executor, sql } from '../database/sql.ts'
import type { Interest, SubscriberState } from './rules.ts'

/** Somebody who gets letters, may get them once confirmed, or got them once. */
export type Subscriber = {
  id: number
  email: string
  name: string | null
  state: SubscriberState
  interests: Interest[]
  pausedUntil: Date | null
  leftAt: Date | null
}

type Row = Omit<Subscriber, 'pausedUntil' | 'leftAt'> & {
  paused_until: string | Date | null
  left_at: string | Date | null
}

const asked = sql.raw(`
  select id, email, name, state::text as state, paused_until, left_at,
         coalesce((select jsonb_agg(value order by "order") from subscribers_interests
                    where parent_id = s.id), '[]'::jsonb) as interests
    from subscribers as s`)

const dateOf = (value: string | Date | null) => (value === null ? null : new Date(value))

function subscriberOf(row: Row | undefined): Subscriber | null {
  if (!row) return null
  const { paused_until, left_at, ...rest } = row
  return { ...rest, pausedUntil: dateOf(paused_until), leftAt: dateOf(left_at) }
}

/** @param address in the spelling in which it is kept, see `parseAddress` */
export async function subscriberByAddress(
  db: Executor,
  address: string,
): Promise<Subscriber | null> {
  const { rows } = await db.execute(sql`${asked} where email = ${address}`)
  return subscriberOf(rows[0] as Row | undefined)
}

/** @param holds whether nobody else may change the subscriber until the transaction ends */
export async function subscriberById(
  db: Executor,
  id: number,
  { holds = false } = {},
): Promise<Subscriber | null> {
  const lock = holds ? sql.raw('for update') : sql.raw('')
  const { rows } = await db.execute(sql`${asked} where id = ${id} ${lock}`)
  return subscriberOf(rows[0] as Row | undefined)
}

/** Whether somebody may be sent a letter, held until the transaction ends. */
export async function wantsLetters(db: Executor, id: number): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from subscribers where id = ${id} and state = 'active' for share`,
  )
  return rows.length > 0
}

/** Puts these interests in the place of those that were there. */
export async function writeInterests(
  db: Executor,
  id: number,
  interests: readonly Interest[],
): Promise<void> {
  await db.execute(sql`delete from subscribers_interests where parent_id = ${id}`)
  await db.execute(sql`
    insert into subscribers_interests ("order", parent_id, value)
    select place, ${id}, interest::enum_subscribers_interests
      from jsonb_array_elements_text(${JSON.stringify(interests)}::jsonb)
           with ordinality as chosen (interest, place)`)
}

/** What is written down of a consent, or of its end; see `collections/consents.ts`. */
export type ConsentRecord = {
  subscriber: number
  kind: 'given' | 'changed' | 'withdrawn' | 'restored'
  /** By what it was done: the form, a letter's link, a mail program, staff. */
  how: string
  wording?: string | null
  version?: string | null
  /** When it was asked for, where that was before it counted. */
  askedAt?: Date | null
  interests: readonly Interest[]
  /** The mail in which the link stood: what was done counts to its letter. */
  mail?: number
}

export async function writeConsent(db: Executor, record: ConsentRecord): Promise<void> {
  const { subscriber, kind, how, interests } = record
  await db.execute(sql`
    insert into consents (subscriber_id, kind, how, wording, version, asked_at, at, interests, letter)
    values (${subscriber}, ${kind}::enum_consents_kind, ${how}, ${record.wording ?? null},
            ${record.version ?? null}, ${record.askedAt?.toISOString() ?? null}::timestamptz, now(),
            ${JSON.stringify(interests)}::jsonb,
            (select letter from mails where id = ${record.mail ?? 0} and subscriber = ${subscriber}))`)
}
