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
  confirmedAt: Date | null
  leftAt: Date | null
  updatedAt: Date
  /** Mails in a row that came back. */
  softBounces: number
}

type Row = Omit<
  Subscriber,
  'pausedUntil' | 'confirmedAt' | 'leftAt' | 'updatedAt' | 'softBounces'
> & {
  paused_until: string | Date | null
  confirmed_at: string | Date | null
  left_at: string | Date | null
  updated_at: string | Date
  soft_bounces: number
}

const asked = sql.raw(`
  select id, email, name, state::text as state, paused_until, confirmed_at, left_at,
         updated_at, soft_bounces::int as soft_bounces,
         coalesce((select jsonb_agg(value order by "order") from subscribers_interests
                    where parent_id = s.id), '[]'::jsonb) as interests
    from subscribers as s`)

const dateOf = (value: string | Date | null) => (value === null ? null : new Date(value))

function toSubscriber(row: Row): Subscriber {
  const { paused_until, confirmed_at, left_at, updated_at, soft_bounces, ...rest } = row
  return {
    ...rest,
    pausedUntil: dateOf(paused_until),
    confirmedAt: dateOf(confirmed_at),
    leftAt: dateOf(left_at),
    updatedAt: new Date(updated_at),
    softBounces: soft_bounces,
  }
}

const subscriberOf = (row: Row | undefined): Subscriber | null => (row ? toSubscriber(row) : null)

const lockIf = (holds: boolean) => sql.raw(holds ? 'for update' : '')

/**
 * @param address in the spelling in which it is kept, see `parseAddress`
 * @param holds whether nobody else may change the subscriber until the transaction ends
 */
export async function subscriberByAddress(
  db: Executor,
  address: string,
  { holds = false } = {},
): Promise<Subscriber | null> {
  const { rows } = await db.execute(sql`${asked} where email = ${address} ${lockIf(holds)}`)
  return subscriberOf(rows[0] as Row | undefined)
}

/** @param holds as above */
export async function subscriberById(
  db: Executor,
  id: number,
  { holds = false } = {},
): Promise<Subscriber | null> {
  const { rows } = await db.execute(sql`${asked} where id = ${id} ${lockIf(holds)}`)
  return subscriberOf(rows[0] as Row | undefined)
}

/** These subscribers, whom nobody else may change until the transaction ends. */
export async function holdSubscribers(db: Executor, ids: readonly number[]): Promise<Subscriber[]> {
  const { rows } = await db.execute(sql`
    ${asked} where id = any(${`{${ids.join(',')}}`}::int[]) order by id for update`)
  return (rows as Row[]).map(toSubscriber)
}

/** Who has which of these addresses; see `parseAddress` for their spelling. */
export async function subscribersAt(
  db: Executor,
  addresses: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await db.execute(sql`
    select id, email from subscribers
     where email in (select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb))`)
  return new Map(rows.map(({ id, email }) => [String(email), Number(id)]))
}

/** Puts these interests in the place of those that were there. */
export const writeInterests = (
  db: Executor,
  id: number,
  interests: readonly Interest[],
): Promise<void> => writeAllInterests(db, [{ id, interests }])

/** The same for many subscribers. */
export async function writeAllInterests(
  db: Executor,
  chosen: readonly { id: number; interests: readonly Interest[] }[],
): Promise<void> {
  const ids = `{${chosen.map(({ id }) => id).join(',')}}`
  await db.execute(sql`delete from subscribers_interests where parent_id = any(${ids}::int[])`)
  await db.execute(sql`
    insert into subscribers_interests ("order", parent_id, value)
    select place, chosen.id, interest::enum_subscribers_interests
      from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb) as chosen (id int, interests jsonb),
           jsonb_array_elements_text(chosen.interests) with ordinality as each (interest, place)`)
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
  /** Since when it counts; now, where nothing is said. */
  at?: Date
  interests: readonly Interest[]
  /** The mail in which the link stood: what was done counts to its letter. */
  mail?: number
}

export const writeConsent = (db: Executor, record: ConsentRecord): Promise<void> =>
  writeConsents(db, [record])

/** The same for many at once. */
export async function writeConsents(
  db: Executor,
  records: readonly ConsentRecord[],
): Promise<void> {
  await db.execute(sql`
    insert into consents (subscriber_id, kind, how, wording, version, asked_at, at, interests, letter)
    select subscriber, kind::enum_consents_kind, how, wording, version, "askedAt",
           coalesce(at, now()), interests,
           (select letter from mails where mails.id = mail and mails.subscriber = record.subscriber)
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as record (
             subscriber int, kind text, how text, wording text, version text,
             "askedAt" timestamptz, at timestamptz, interests jsonb, mail int)`)
}
