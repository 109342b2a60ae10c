import type { SQL } from 'drizzle-orm'
import type { PayloadRequest } from 'payload'
import { type Executor, executorOf, sql } from '../database/sql.ts'
import { deleteMailsTo, readdressMailsTo } from '../mail/service.ts'
import { changeInterests } from './interests.ts'
import { leave } from './leaving.ts'
import { countChange } from './limits.ts'
import type { Interest } from './rules.ts'
import { holdAddresses } from './service.ts'
import {
  holdSubscribers,
  type Subscriber,
  subscriberByAddress,
  writeConsent,
  writeInterests,
} from './subscribers.ts'

/** What subscribers have told of themselves. */
export type Details = {
  name: string | null
  phone: string | null
  birthday_day: number | null
  birthday_month: number | null
  interests: Interest[]
}

/**
 * Whether somebody gets our letters, has confirmed it and not left since: a part of a statement.
 * @param address a column, or a text
 */
export const subscribes = (address: SQL | string): SQL =>
  sql`exists (select from subscribers where email = ${address} and state = 'active')`

/** The same, asked alone. */
export async function isActiveSubscriber(db: Executor, address: string): Promise<boolean> {
  const { rows: found } = await db.execute(sql`select ${subscribes(address)} as "isActive"`)
  return found[0]?.isActive === true
}

/** What an active subscriber has told; null where there is none. */
export async function findDetails(db: Executor, address: string): Promise<Details | null> {
  const { rows: found } = await db.execute(sql`
    select name, phone, birthday_day::int as birthday_day, birthday_month::int as birthday_month,
           coalesce((select jsonb_agg(value order by "order") from subscribers_interests
                      where parent_id = s.id), '[]'::jsonb) as interests
      from subscribers as s where email = ${address} and state = 'active'`)
  return (found[0] as Details | undefined) ?? null
}

/**
 * Writes what a member changed of themselves to their subscription as well, where they have one. Other
 * interests are other letters: that is noted beside what was agreed to.
 * @throws HttpError `too_many_requests`
 */
export async function changeDetails(
  db: Executor,
  address: string,
  change: Partial<Details>,
): Promise<void> {
  const subscriber = await subscriberByAddress(db, address, { holds: true })
  if (subscriber?.state !== 'active') return
  const { id } = subscriber
  for (const field of ['name', 'phone', 'birthday_day', 'birthday_month'] as const) {
    if (change[field] === undefined) continue
    await db.execute(sql`
      update subscribers set ${sql.identifier(field)} = ${change[field]}, updated_at = now()
       where id = ${id}`)
  }
  // Nobody leaves by choosing nothing in another place.
  const { interests } = change
  const isSame = interests?.join() === subscriber.interests.join()
  if (!interests?.length || isSame) return
  await countChange(db, id, 'profile')
  await changeInterests(db, { subscriber: id, interests, how: 'profile' })
}

/**
 * What became of somebody’s letters when they moved: they went along; the new address gets its own
 * already; it wants or takes none; or there were none.
 */
export type LettersMoved = 'followed' | 'joined' | 'ended' | 'none'

/**
 * Lets the letters of somebody who has moved follow to their new address; they have confirmed both.
 * What that one has agreed to itself, or taken back, is not overruled by what was agreed to with the
 * old one: there it stands, and what came to the old address ends, as if they had left. Where letters
 * don’t follow, nothing that they told of themselves stays with the old address, which outlives their
 * account.
 */
export async function moveSubscriber(
  db: Executor,
  from: string,
  to: string,
): Promise<LettersMoved> {
  // Whoever signs up with the new one at this moment is there before, or comes after.
  await holdAddresses(db, [from, to])
  const found = [await subscriberByAddress(db, from), await subscriberByAddress(db, to)]
  const held = await holdSubscribers(
    db,
    found.flatMap((each) => each?.id ?? []),
  )
  const subscriber = held.find(({ email }) => email === from)
  const there = held.find(({ email }) => email === to)
  if (!subscriber) return 'none'
  const isActive = subscriber.state === 'active'
  const isTaken = there !== undefined && there.state !== 'pending'
  if (!isActive || isTaken) {
    if (isActive) await leave(db, subscriber, { how: 'new address' })
    await forgetDetails(db, subscriber.id)
    if (!isActive) return 'none'
    return there?.state === 'active' ? 'joined' : 'ended'
  }
  if (there) {
    await deleteMailsTo(db, [there.id])
    await db.execute(sql`delete from subscription_requests where subscriber = ${there.id}`)
    await db.execute(sql`delete from subscribers where id = ${there.id}`)
  }
  const { id, interests } = subscriber
  await db.execute(sql`update subscribers set email = ${to}, updated_at = now() where id = ${id}`)
  await readdressMailsTo(db, id, to)
  await writeConsent(db, { subscriber: id, kind: 'changed', how: 'new address', interests })
  return 'followed'
}

async function forgetDetails(db: Executor, subscriber: number): Promise<void> {
  await db.execute(sql`
    update subscribers
       set name = null, phone = null, birthday_day = null, birthday_month = null, updated_at = now()
     where id = ${subscriber}`)
  await writeInterests(db, subscriber, [])
}

/** What somebody has agreed to, the newest first. */
export type Consent = {
  kind: 'given' | 'changed' | 'withdrawn' | 'restored'
  at: string
  how: string
  wording: string | null
  version: string | null
  interests: Interest[]
}

export async function consentsOf(db: Executor, address: string): Promise<Consent[]> {
  const { rows: found } = await db.execute(sql`
    select c.kind::text as kind, c.at, c.how, c.wording, c.version,
           coalesce(c.interests, '[]'::jsonb) as interests
      from consents as c join subscribers as s on s.id = c.subscriber_id
     where s.email = ${address} order by c.id desc`)
  return (found as (Omit<Consent, 'at'> & { at: string | Date })[]).map((consent) => ({
    ...consent,
    at: new Date(consent.at).toISOString(),
  }))
}

/** How somebody’s letters stand; null where nobody has the address. */
export async function findSubscription(
  db: Executor,
  address: string,
): Promise<Pick<Subscriber, 'id' | 'state' | 'interests'> | null> {
  const found = await subscriberByAddress(db, address)
  return found && { id: found.id, state: found.state, interests: found.interests }
}

/** All that a subscriber may know of what is kept of them; null where nobody has the address. */
export async function subscriptionInFull(db: Executor, address: string): Promise<object | null> {
  const { rows: found } = await db.execute(sql`
    select to_jsonb(kept) as kept
      from (select email, name, phone, birthday_day, birthday_month,
                   array(select value from subscribers_interests
                          where parent_id = s.id order by "order") as interests,
                   state, source, created_at, joined_at, confirmed_at, paused_until, left_at,
                   soft_bounces, stopped_because, updated_at
              from subscribers as s where email = ${address}) as kept`)
  return (found[0]?.kept as object | undefined) ?? null
}

/** Leaves nothing of a subscriber but a hash. */
export async function forgetSubscriber(req: PayloadRequest, address: string): Promise<void> {
  const subscriber = await subscriberByAddress(await executorOf(req), address)
  if (!subscriber) return
  await req.payload.delete({ collection: 'subscribers', id: subscriber.id, req })
}
