import type { Payload, PayloadRequest } from 'payload'
import { type Database, transactionOf } from '../database/query.ts'
import { toStorableText } from '../database/storable-text.ts'
import type { NewMail, NewMailRow } from './contract.ts'
import { mailKindsOf } from './kinds.ts'
import { insertMails, insertSubscriberMails } from './queries/outbox.ts'
import { findMailsTo } from './queries/recipients.ts'
import { allowedHeaders, headerText, isAddress, priorities } from './rules.ts'
import { createContentEncryption } from './secret.ts'

// The functions of the outbox that features use.
export {
  applyEventsToMails,
  findEventsOfSubscribers,
  findLastAcceptedAt,
  lockEventsOfSubscribers,
  lockNewEvents,
  type MailEventRow,
  markEventsApplied,
  storeMailEvents,
} from './queries/events.ts'
export {
  cancelLetterMails,
  findFailedSubscribers,
  findLetterMailStats,
  findLetterTotals,
  findUnfinishedLetters,
  holdLetterMails,
  listLettersTo,
  listSentLettersTo,
  requeueFailedMails,
  resumeLetterMails,
} from './queries/letter-mails.ts'
export { findDelayOfPacedMail, listQueued } from './queries/outbox.ts'
export {
  cancelMailsOfKindsTo,
  cancelMailsTo,
  deleteContentOf,
  deleteKindsToAddress,
  deleteMailsTo,
  deleteMailsToAddress,
  findLetterOf,
  lockMailsToDelete,
  lockStoppableMailsTo,
  readdressMailsTo,
} from './queries/recipients.ts'
export { findServerTrouble } from './queries/state.ts'
export { cancelMailsOfKind } from './queries/stop-mails.ts'

/**
 * Queues a mail, in the request's transaction if there is one. Sending starts when the transaction commits. If the
 * transaction is rolled back, the mail is not sent.
 * @returns whether the mail is new; false if a mail with its key exists
 * @throws Error if the address is not valid
 */
export async function queueMail(req: PayloadRequest, mail: NewMail): Promise<boolean> {
  return (await queueMails(req.payload, await transactionOf(req), [mail])) > 0
}

/**
 * Queues many mails with one statement.
 * @returns how many of them are new
 * @throws Error if an address is not valid; then no mail is queued
 */
export async function queueMails(
  payload: Payload,
  db: Database,
  mails: readonly NewMail[],
): Promise<number> {
  const encryptContent = createContentEncryption(payload)
  return insertMails(
    db,
    mails.map((mail) => encryptContent(toRow(mail))),
  )
}

/** Queues a mail without content for each subscriber, see `insertSubscriberMails`. */
export const queueForReaders: typeof insertSubscriberMails = (db, { subject, ...mails }) =>
  insertSubscriberMails(db, {
    ...mails,
    subject:
      typeof subject === 'string' ? headerText(subject) : (name) => headerText(subject(name)),
  })

function toRow({ to, kind, key, ...mail }: NewMail): NewMailRow {
  const address = to.address.trim()
  if (!isAddress(address)) throw new Error(`A mail of kind ${kind} has no valid address.`)
  return {
    key,
    kind,
    to_address: address,
    to_name: headerText(to.name ?? '') || null,
    subject: headerText(mail.subject),
    html: toStorableText(mail.html),
    text: toStorableText(mail.text),
    sealed: null,
    headers: allowedHeaders(mail.headers ?? {}),
    attachments: mail.attachments?.length ? mail.attachments : null,
    expires_at: mail.expiresAt?.toISOString() ?? null,
    priority: mail.priority ?? priorities.transactional,
    letter: mail.letter ?? null,
    subscriber: mail.subscriber ?? null,
    shows: mail.shows ?? null,
    delay_ms: mail.delayMs ?? 0,
  }
}

/**
 * Lists the mails to an address for its owner, newest first. The list has no content. Subjects that contain
 * a code are replaced.
 */
export async function listMailsFor(payload: Payload, db: Database, address: string) {
  const plain = new Map(mailKindsOf(payload).map(({ kind, plainSubject }) => [kind, plainSubject]))
  return (await findMailsTo(db, address)).map((mail) => ({
    ...mail,
    subject: plain.get(mail.kind) ?? mail.subject,
  }))
}
