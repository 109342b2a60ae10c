import type { PayloadRequest } from 'payload'
import { record } from '../../audit/service.ts'
import { type Database, databaseOf } from '../../database/query.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { GuestRow } from '../contract.ts'
import { lockDate } from '../queries/dates.ts'
import { type Audience, countRecent, findMessageByKey, insertMessage } from '../queries/messages.ts'
import { messagesPerDay, type RsvpStatus } from '../rules.ts'
import { guestsOf, mailGuests } from '../service.ts'
import { auditedBy, type Manager, requireManaged } from './access.ts'
import type { MessageRequest, PreviewReply } from './contract.ts'
import { manageError } from './errors.ts'

/** Which reservations an audience consists of. */
const audiences: Record<Audience, readonly RsvpStatus[]> = {
  going: ['going', 'attended'],
  waiting: ['waitlisted', 'offered'],
}

/** The guests who would get a message: those with an address. */
export const recipientsIn = (guests: readonly GuestRow[], audience: Audience): GuestRow[] =>
  guests.filter(({ status, email }) => email && audiences[audience].includes(status))

const recipientsOf = async (db: Database, date: number, audience: Audience) =>
  recipientsIn(await guestsOf(db, date), audience)

/**
 * Mails a message to guests, each once. A repeated request gets the first one's reply.
 * @throws HttpError `no_date`, `is_over`, `nobody`, `messages_used_up`, `key_reused`
 */
export const sendMessage = (
  req: PayloadRequest,
  manager: Manager,
  { date: id, audience, text, key }: MessageRequest,
): Promise<{ told: number; repeated: boolean }> =>
  inTransaction(req, async (db) => {
    await requireManaged(db, manager, id)
    // Messages about one date wait for each other, so their limit holds.
    const date = await lockDate(db, id)
    const earlier = await findMessageByKey(db, id, key)
    if (earlier && (earlier.audience !== audience || earlier.text !== text)) {
      throw manageError('key_reused')
    }
    if (earlier) return { told: earlier.recipients, repeated: true }
    if (!date || ['draft', 'cancelled'].includes(date.status)) throw manageError('is_over')
    if ((await countRecent(db, id)) >= messagesPerDay) throw manageError('messages_used_up')
    const { length: recipients } = await recipientsOf(db, id, audience)
    if (!recipients) throw manageError('nobody')
    const { link, staff } = manager
    const row = { date: id, audience, text, key, recipients, staff, link: link?.id ?? null }
    const message = await insertMessage(db, row)
    await mailGuests(req, { date: id, audience, message, text })
    await record(req, {
      action: 'event_message_sent',
      subject: `${date.title}, ${date.day}`,
      of_collection: 'event_dates',
      document: id,
      details: { to: audience, recipients, text },
      ...auditedBy(manager),
    })
    return { told: recipients, repeated: false }
  })

/** What a message would be. Changes nothing. @throws HttpError `no_date` */
export async function previewMessage(
  req: PayloadRequest,
  manager: Manager,
  { date: id, audience, text }: Pick<MessageRequest, 'date' | 'audience' | 'text'>,
): Promise<PreviewReply> {
  const db = databaseOf(req.payload)
  const date = await requireManaged(db, manager, id)
  const recipients = await recipientsOf(db, id, audience)
  return { recipients: recipients.length, subject: date.title, text }
}
