import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import { type Executor, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { parseAddress } from '../mail/address.ts'
import type { MailEvent } from '../mail/contract.ts'
import {
  applyEventsToMails,
  cancelMailsTo,
  findEventsOf,
  findLastAccepted,
  lockMailsTo,
  lockNewEvents,
  type MailEventRow,
  markEventsApplied,
  storeMailEvents,
} from '../mail/service.ts'
import { mostSoftBounces, type Standing, standingAfter } from './standing.ts'
import { holdSubscribers, type Subscriber, subscribersAt, writeConsent } from './subscribers.ts'

const most = 500

/** Takes in what a mail service tells, and heeds it before it is acknowledged. */
export const takeMailEvents = (req: PayloadRequest, events: readonly MailEvent[]): Promise<void> =>
  inTransaction(req, async (db) => {
    const addressOf = ({ email }: MailEvent) => (email ? parseAddress(email) : null)
    const known = await subscribersAt(
      db,
      events.flatMap((event) => addressOf(event) ?? []),
    )
    await storeMailEvents(
      db,
      events.map((event) => ({ ...event, subscriber: known.get(addressOf(event) ?? '') ?? null })),
    )
    while (await heedEvents(db)) {
      // What came in with one call is heeded with it.
    }
  })

/** Heeds what mail servers told the outbox, and what a process that ended had left. */
export async function heedMailEvents(payload: Payload): Promise<void> {
  const req = await createLocalReq({}, payload)
  while (await inTransaction(req, (db) => heedEvents(db))) {
    // Each turn is a transaction of its own.
  }
}

/**
 * Makes of some new events what they mean, in the transaction of `db`. What was told before of the same
 * subscribers counts along, so each of them is heeded by one transaction at a time.
 * @param hold how they are held meanwhile
 * @returns whether there may be more
 */
export async function heedEvents(db: Executor, hold = holdSubscribers): Promise<boolean> {
  const fresh = await lockNewEvents(db, most)
  if (!fresh.length) return false
  const ids = [...new Set(fresh.flatMap(({ subscriber }) => subscriber ?? []))]
  const subscribers = await hold(db, ids)
  const mails = [...new Set(fresh.flatMap(({ mail }) => mail ?? []))]
  await lockMailsTo(db, ids, mails)
  await applyEventsToMails(db, mails)
  const told = Map.groupBy(await findEventsOf(db, ids), ({ subscriber }) => subscriber)
  const accepted = await findLastAccepted(db, ids)
  for (const subscriber of subscribers) {
    const { id, confirmedAt } = subscriber
    const acceptedAt = accepted.get(id) ?? null
    const standing = standingAfter(told.get(id) ?? [], { confirmedAt, acceptedAt })
    await take(db, subscriber, standing)
  }
  const gone = ids.filter((id) => !subscribers.some((each) => each.id === id))
  await markEventsApplied(db, fresh, gone)
  return fresh.length === most
}

async function take(
  db: Executor,
  subscriber: Subscriber,
  { state, softBounces, because }: Standing<MailEventRow>,
): Promise<void> {
  const { id, interests } = subscriber
  // Who has not confirmed the address gets nothing, and is forgotten in eight days.
  const bounces = state === 'bounced' && subscriber.state === 'active'
  const complains = state === 'complained' && subscriber.state !== 'complained'
  if (!bounces && !complains) {
    if (subscriber.state !== 'active' || softBounces === subscriber.softBounces) return
    await db.execute(sql`
      update subscribers set soft_bounces = ${softBounces}, updated_at = now() where id = ${id}`)
    return
  }
  await db.execute(sql`
    update subscribers
       set state = ${state}::enum_subscribers_state, soft_bounces = ${softBounces}, left_at = now(),
           paused_until = null, stopped_because = ${why(state, because)}, updated_at = now()
     where id = ${id}`)
  await cancelMailsTo(db, id)
  if (!complains || !['active', 'bounced'].includes(subscriber.state)) return
  const mail = because?.ours ?? 0
  await writeConsent(db, { subscriber: id, kind: 'withdrawn', how: 'complaint', interests, mail })
}

function why(state: Standing<MailEventRow>['state'], because: MailEventRow | null): string {
  const said = because?.reason ? ` ${because.reason}` : ''
  if (state === 'complained') return `Called a mail unwanted.${said}`
  return because?.what === 'hard'
    ? `There is no such mailbox.${said}`
    : `${mostSoftBounces} mails in a row came back.${said}`
}
