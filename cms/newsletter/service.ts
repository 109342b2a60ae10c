import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import { isJoining } from '../automations/rules.ts'
import { findAutomation, queueWelcome } from '../automations/service.ts'
import { filledIn } from '../content/placeholders.ts'
import { findGlobalTexts } from '../content/service.ts'
import { type Executor, sql } from '../database/sql.ts'
import { holdNames, inTransaction } from '../database/transaction.ts'
import { env } from '../env.ts'
import { HttpError } from '../http/errors.ts'
import { deleteContentOf, deleteMailsTo, queueMail } from '../mail/service.ts'
import { findVenue } from '../venue/service.ts'
import type { SubscribeRequest } from './contract.ts'
import { countMail } from './limits.ts'
import { addressHash, confirmHash, makeConfirmToken, wordingVersion } from './link.ts'
import { confirmationMail } from './mails.ts'
import { confirmWithinMs, type Interest, parseBirthday, sameSignUpMs } from './rules.ts'
import {
  type Subscriber,
  subscriberByAddress,
  writeConsent,
  writeInterests,
} from './subscribers.ts'

/** What a sign-up asks to be kept, beside the address. */
export type Wanted = {
  /** Nobody has to give one to be imported. */
  name: string | null
  phone: string | null
  birthday: { day: number; month: number } | null
  interests: Interest[] | null
  wording: string
  version: string
  how: string
}

/** What is agreed to with the tick, as visitors read it now, and the name of that wording. */
export async function findWording(payload: Payload): Promise<{ wording: string; version: string }> {
  const texts = filledIn(await findGlobalTexts(payload), await findVenue(payload))
  const wording = texts.global('newsletter', 'consent_label')
  return { wording, version: wordingVersion(wording) }
}

/** One sign-up or import for an address at a time, in every process. */
export const holdAddresses = (db: Executor, addresses: readonly string[]) =>
  holdNames(
    db,
    addresses.map((address) => `subscriber ${address}`),
  )

/**
 * Takes a sign-up: what it says waits until whoever reads that address's mail confirms it, and no
 * subscriber changes before. An address of which nobody knew is noted as pending. What is done is the
 * same whether it is known or not; many sign-ups at the same moment are one.
 * @throws HttpError `conflict` where the consent has another wording now, `too_many_requests`
 */
export async function requestSubscription(
  req: PayloadRequest,
  asked: SubscribeRequest,
  how: string,
): Promise<void> {
  const { wording, version } = await findWording(req.payload)
  if (typeof asked.wording === 'string' && asked.wording && asked.wording !== version) {
    const message = 'What you agree to was worded anew. Please load the page again and read it.'
    throw new HttpError('conflict', message)
  }
  const { email, name, phone } = asked
  const birthday = asked.birthday ? parseBirthday(asked.birthday) : null
  const interests = asked.interests ?? null
  const wanted: Wanted = { name, phone, birthday, interests, wording, version, how }
  const token = makeConfirmToken()
  const venue = await findVenue(req.payload)
  await inTransaction(req, async (db) => {
    await holdAddresses(db, [email])
    if (await wasJustAsked(db, email)) return
    await countMail(db, email)
    const subscriber = await notedSubscriber(db, email, how)
    await db.execute(sql`
      insert into subscription_requests (token_hash, email, subscriber, wanted, expires_at)
      values (${confirmHash(token)}, ${email}, ${subscriber.id}, ${JSON.stringify(wanted)}::jsonb,
              now() + ${confirmWithinMs} * interval '1 ms')`)
    // Who has called our letters unwanted is not written to again because a stranger asks for it.
    if (subscriber.state === 'complained') return
    const mail = await confirmationMail(venue, { subscriber, token })
    await queueMail(req, { ...mail, key: `confirm ${confirmHash(token)}` })
  })
}

async function wasJustAsked(db: Executor, email: string): Promise<boolean> {
  const { rows: found } = await db.execute(sql`
    select from subscription_requests
     where email = ${email} and used_at is null
       and created_at > now() - ${sameSignUpMs} * interval '1 ms' limit 1`)
  return found.length > 0
}

async function notedSubscriber(db: Executor, email: string, how: string): Promise<Subscriber> {
  await db.execute(sql`
    insert into subscribers (email, state, source) values (${email}, 'pending', ${how})
    on conflict (email) do nothing`)
  const subscriber = await subscriberByAddress(db, email)
  if (!subscriber) throw new Error('A subscriber that was just noted is not there.')
  return subscriber
}

export type RequestRow = {
  id: number
  email: string
  wanted: Wanted
  created_at: string | Date
  used: boolean
  expired: boolean
}

/** What was asked for, by the token of the mail that asks whether it was. */
export const requestOf = (token: string) => sql`
  select id, email, wanted, created_at, used_at is not null as used, expires_at < now() as expired
    from subscription_requests where token_hash = ${confirmHash(token)}`

/**
 * Confirms an address: the subscriber gets letters from now on, with what the sign-up said, and the
 * consent is written down. Confirmed twice is confirmed once.
 * @param hold how the address is held meanwhile
 * @returns false where the link is none, or too old
 */
export async function confirmSubscription(
  req: PayloadRequest,
  token: string,
  hold = holdAddresses,
): Promise<boolean> {
  const welcome = await findAutomation(req.payload, 'welcome')
  return inTransaction(req, async (db) => {
    const asked = await db.execute(requestOf(token))
    const [{ email } = {}] = asked.rows as RequestRow[]
    if (!email) return false
    // The address first, as all do who change what hangs on it.
    await hold(db, [email])
    const { rows: found } = await db.execute(sql`${requestOf(token)} for update`)
    const request = found[0] as RequestRow | undefined
    if (!request) return false
    if (request.used) return true
    if (request.expired) return false
    const { wanted } = request
    const before = await notedSubscriber(db, email, wanted.how)
    await db.execute(sql`
      update subscribers
         set state = 'active', name = coalesce(${wanted.name}, name), phone = coalesce(${wanted.phone}, phone),
             birthday_day = coalesce(${wanted.birthday?.day ?? null}::int, birthday_day),
             birthday_month = coalesce(${wanted.birthday?.month ?? null}::int, birthday_month),
             confirmed_at = now(), joined_at = coalesce(joined_at, now()), left_at = null,
             paused_until = null, soft_bounces = 0, stopped_because = null, updated_at = now()
       where id = ${before.id}`)
    if (wanted.interests) await writeInterests(db, before.id, wanted.interests)
    await writeConsent(db, {
      subscriber: before.id,
      kind: before.state === 'active' ? 'changed' : 'given',
      how: wanted.how,
      wording: wanted.wording,
      version: wanted.version,
      askedAt: new Date(request.created_at),
      interests: wanted.interests ?? before.interests,
    })
    await db.execute(sql`delete from suppressions where hash = ${addressHash(email, env().SECRET)}`)
    await db.execute(sql`update subscription_requests set used_at = now() where id = ${request.id}`)
    await deleteContentOf(db, 'confirm_subscription', [before.id])
    if (isJoining(before, new Date())) {
      const reader = { id: before.id, email, name: wanted.name ?? before.name }
      await queueWelcome(db, reader, { joining: request.id, welcome })
    }
    return true
  })
}

const mostDropped = 1000

/** Throws away what nobody confirmed in time, and addresses of which nothing else is known. */
export async function dropUnconfirmed(payload: Payload): Promise<void> {
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    const { rows: expired } = await db.execute(sql`
      delete from subscription_requests where expires_at < now() - interval '1 day'
      returning subscriber`)
    await deleteContentOf(
      db,
      'confirm_subscription',
      expired.flatMap(({ subscriber }) => Number(subscriber) || []),
    )
  })
  const dropSome = () =>
    inTransaction(req, async (db) => {
      const { rows: dropped } = await db.execute(sql`
        delete from subscribers where id in (
          select id from subscribers as s
           where state = 'pending' and created_at < now() - ${confirmWithinMs} * interval '1 ms'
             and not exists (select from subscription_requests where subscriber = s.id)
             and not exists (select from consents where subscriber_id = s.id)
           order by id limit ${mostDropped} for update skip locked)
        returning id`)
      await deleteMailsTo(
        db,
        dropped.map(({ id }) => Number(id)),
      )
      return dropped.length
    })
  while ((await dropSome()) === mostDropped) {
    // Some after the others, each in a transaction of its own.
  }
}
