import type { PayloadRequest } from 'payload'
import { dayText } from '../../../platform/admin/shell/format.ts'
import { record } from '../../../platform/audit/service.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { findSiteFacts } from '../../../platform/runtime/site-facts.ts'
import type { ReservationStatus } from '../../reservations/rules.ts'
import type { GuestRow } from '../contract.ts'
import { eventError } from '../errors.ts'
import { findEventMailer } from '../mails/render.ts'
import { lockDate } from '../queries/dates.ts'
import { countRecentMessages, findMessageByKey, insertMessage } from '../queries/messages.ts'
import { type Audience, messagesPerDay } from '../rules.ts'
import { guestsOf, mailGuests } from '../service.ts'
import { type Manager, requireManaged } from './access.ts'
import type { MessageRequest, PreviewReply } from './contract.ts'

/** The statuses of the reservations in each audience. */
const statusesOf: Record<Audience, readonly ReservationStatus[]> = {
  going: ['going', 'attended'],
  waiting: ['waitlisted', 'offered'],
}

/** The guests who would get a message: those with a confirmed address. */
export const recipientsIn = (guests: readonly GuestRow[], audience: Audience): GuestRow[] =>
  guests.filter(
    ({ status, email, isConfirmed }) =>
      email && isConfirmed && statusesOf[audience].includes(status),
  )

const recipientsOf = async (db: Database, date: number, audience: Audience) =>
  recipientsIn(await guestsOf(db, date), audience)

/**
 * Mails a message once to each guest. A repeated request gets the reply to the first request.
 * @returns `told`: how many guests the message was mailed to; `repeated`: whether an earlier request mailed it
 * @throws HttpError `no_date`, `is_over`, `nobody`, `messages_used_up`, `key_reused`
 */
export const sendMessage = (
  req: PayloadRequest,
  manager: Manager,
  { date: id, audience, text, key }: MessageRequest,
): Promise<{ told: number; repeated: boolean }> =>
  inTransaction(req, async (db) => {
    const { event } = await requireManaged(db, manager, id)
    // Concurrent messages about one date wait for this lock, so the limit of messages holds.
    const date = await lockDate(db, id)
    const earlier = await findMessageByKey(db, id, key)
    if (earlier && (earlier.audience !== audience || earlier.text !== text)) {
      throw eventError('link_key_reused')
    }
    if (earlier) return { told: earlier.recipients, repeated: true }
    if (!date || ['draft', 'cancelled'].includes(date.status)) throw eventError('is_over')
    if ((await countRecentMessages(db, id)) >= messagesPerDay) throw eventError('messages_used_up')
    const { length: recipients } = await recipientsOf(db, id, audience)
    if (!recipients) throw eventError('nobody')
    const { link, staff } = manager
    const row = { date: id, audience, text, key, recipients, staff, link: link?.id ?? null }
    const message = await insertMessage(db, row)
    const replyTo = link?.email ?? (await organiserEmailOf(req, event))
    await mailGuests(req, { date: id, audience, message, text, replyTo })
    await record(req, {
      action: 'event_message_sent',
      subject: `${date.title}, ${dayText(date.day)}`,
      of_collection: 'event_dates',
      document: id,
      // Audit entries are kept forever, so they name the message by its id, and do not contain its text.
      details: { to: audience, recipients, message },
    })
    return { told: recipients, repeated: false }
  })

/** The email address of an event's organiser; null if the event has none. */
async function organiserEmailOf(req: PayloadRequest, id: number): Promise<string | null> {
  const options = { collection: 'events', id, depth: 0, disableErrors: true } as const
  const event = await req.payload.findByID({ ...options, req })
  return event?.organiser_email ?? null
}

/** An invented guest for the preview. The link in the preview therefore leads nowhere. */
const previewGuest = {
  id: 0,
  linkVersion: 1,
  email: 'guest@example.org',
  party: 1,
  priceCents: 0,
  payment: 'free' as const,
  status: 'going' as const,
}

/** The mail that a message would send. Changes nothing. @throws HttpError `no_date` */
export async function previewMessage(
  req: PayloadRequest,
  manager: Manager,
  { date: id, audience, text }: Pick<MessageRequest, 'date' | 'audience' | 'text'>,
): Promise<PreviewReply> {
  const db = databaseOf(req.payload)
  const date = await requireManaged(db, manager, id)
  const recipients = await recipientsOf(db, id, audience)
  const mailer = await findEventMailer(req.payload, await findSiteFacts(req.payload))
  const words = { message: text }
  const mail = await mailer('message', {
    ...{ subject: date, reservation: previewGuest },
    ...{ occasion: 0, words },
  })
  return { recipients: recipients.length, subject: mail?.subject ?? '', text: mail?.text ?? text }
}
