import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { parseAddress } from '../../../platform/mail/address.ts'
import type { MailEvent } from '../../../platform/mail/contract.ts'
import {
  applyEventsToMails,
  cancelMailsTo,
  findEventsOfSubscribers,
  findLastAcceptedAt,
  findLetterOf,
  lockNewEvents,
  lockStoppableMailsTo,
  type MailEventRow,
  markEventsApplied,
  storeMailEvents,
} from '../../../platform/mail/service.ts'
import { insertConsents } from '../queries/consents.ts'
import {
  findSubscriberIds,
  lockSubscribers,
  type Subscriber,
  setSoftBounces,
  stopSubscriber,
} from '../queries/subscribers.ts'
import { namesOf } from '../rules.ts'
import { type DeliveryStatus, deliveryStatus, maxSoftBounces } from './delivery-status.ts'

const batchSize = 500

/** Stores and applies events that a mail service reported, in one transaction. */
export const receiveMailEvents = (
  req: PayloadRequest,
  events: readonly MailEvent[],
): Promise<void> =>
  inTransaction(req, async (db) => {
    const emailOf = ({ email }: MailEvent) => (email && parseAddress(email)) || ''
    const ids = await findSubscriberIds(db, events.map(emailOf).filter(Boolean))
    await storeMailEvents(
      db,
      events.map((event) => ({ ...event, subscriber: ids.get(emailOf(event)) ?? null })),
    )
    while (await applyNewEvents(db)) {
      // All events of one call are applied in one transaction.
    }
  })

/** Applies events that the mail sender stored, and events that a killed process did not apply. */
export async function applyStoredEvents(payload: Payload): Promise<void> {
  const req = await createLocalReq({}, payload)
  while (await inTransaction(req, applyNewEvents)) {
    // Each batch is a transaction of its own.
  }
}

/**
 * Applies a batch of new events. The status of a subscriber depends on earlier events too. Subscribers are therefore
 * locked before their events are read, so that one transaction at a time applies the events of a subscriber.
 * @returns whether there may be more
 */
export async function applyNewEvents(db: Database): Promise<boolean> {
  const events = await lockNewEvents(db, batchSize)
  if (!events.length) return false
  const ids = [...new Set(events.flatMap(({ subscriber }) => subscriber ?? []))]
  const subscribers = await lockSubscribers(db, ids)
  const mails = [...new Set(events.flatMap(({ mail }) => mail ?? []))]
  await lockStoppableMailsTo(db, ids, mails)
  await applyEventsToMails(db, mails)
  const eventsBySubscriber = Map.groupBy(
    await findEventsOfSubscribers(db, ids),
    ({ subscriber }) => subscriber,
  )
  const accepted = await findLastAcceptedAt(db, ids)
  for (const subscriber of subscribers) {
    const { id, confirmedAt } = subscriber
    const acceptedAt = accepted.get(id) ?? null
    await applyStatus(
      db,
      subscriber,
      deliveryStatus(eventsBySubscriber.get(id) ?? [], { confirmedAt, acceptedAt }),
    )
  }
  const deleted = ids.filter((id) => !subscribers.some((each) => each.id === id))
  await markEventsApplied(db, events, deleted)
  return events.length === batchSize
}

async function applyStatus(
  db: Database,
  subscriber: Subscriber,
  { state, softBounces, decisiveReport }: DeliveryStatus<MailEventRow>,
): Promise<void> {
  const { id } = subscriber
  const isActive = subscriber.state === 'active'
  const complains = state === 'complained' && subscriber.state !== 'complained'
  // Pending subscribers get no letters and are deleted after eight days anyway.
  if (!(state === 'bounced' && isActive) && !complains) {
    if (isActive && softBounces !== subscriber.softBounces) {
      await setSoftBounces(db, id, softBounces)
    }
    return
  }
  await stopSubscriber(db, id, { state, softBounces, reason: describeStop(state, decisiveReport) })
  await cancelMailsTo(db, id)
  if (!complains || !['active', 'bounced'].includes(subscriber.state)) return
  const letter = decisiveReport?.mailId ? await findLetterOf(db, decisiveReport.mailId, id) : null
  await insertConsents(db, {
    subscriber: id,
    kind: 'withdrawn',
    how: 'complaint',
    interests: namesOf(subscriber),
    letter,
  })
}

/** Why a subscriber was stopped, in words for staff and with the reply of the mail server. */
function describeStop(
  state: 'bounced' | 'complained',
  decisiveReport: MailEventRow | null,
): string {
  const answer = decisiveReport?.reason ? ` ${decisiveReport.reason}` : ''
  if (state === 'complained') return `Called a mail unwanted.${answer}`
  return decisiveReport?.what === 'hard'
    ? `There is no such mailbox.${answer}`
    : `${maxSoftBounces} mails in a row came back.${answer}`
}
