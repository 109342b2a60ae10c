import { z } from 'zod'
import { cleanLine } from '../http/texts/clean-text.ts'
import { mailStates, withoutAddresses } from './rules.ts'

const attachment = z.object({
  /** A file name of letters, digits, dots and hyphens. */
  name: z.string(),
  /** Media type with its parameters, such as `text/calendar; charset=utf-8`. */
  type: z.string(),
  content: z.string(),
})
export type Attachment = z.output<typeof attachment>

export type NewMail = {
  /** Identifies the reason for which the mail is sent. A second mail with the same key is not queued. */
  key: string
  /** See `MailKind`. */
  kind: string
  to: { name?: string | null; address: string }
  subject: string
  html: string
  text: string
  /** Additional headers, such as `List-Unsubscribe`. */
  headers?: Record<string, string>
  attachments?: readonly Attachment[]
  /** When the mail becomes useless. If it was not sent by then, it is cancelled. */
  expiresAt?: Date
  /** See `priorities`; `transactional` by default. */
  priority?: number
  /** How long the mail waits before it is sent, in ms. */
  delayMs?: number
  letter?: number | null
  subscriber?: number | null
  /**
   * The subscriber whose data personalises a test mail. The mail is deleted with the subscriber, but does
   * not count as a mail to them.
   */
  shows?: number | null
}

export type MailContent = Pick<NewMail, 'subject' | 'html' | 'text'> & {
  headers: Record<string, string>
  attachments?: readonly Attachment[]
}

const textOrEmpty = z
  .string()
  .nullable()
  .transform((text) => text ?? '')

/** The columns of an outbox row that are needed to send the mail. */
export const mailRow = z.object({
  id: z.number(),
  key: z.string(),
  kind: z.string(),
  priority: z.number(),
  to_address: z.string(),
  to_name: z.string().nullable(),
  subject: z.string(),
  html: textOrEmpty,
  text: textOrEmpty,
  /** Encrypted content of a secret mail. The other columns do not reveal it; see `secret.ts`. */
  sealed: z.string().nullable().default(null),
  headers: z
    .record(z.string(), z.string())
    .nullable()
    .transform((headers) => headers ?? {}),
  attachments: z
    .array(attachment)
    .nullable()
    .default(null)
    .transform((attachments) => attachments ?? []),
  letter: z.number().nullable(),
  subscriber: z.number().nullable(),
  tries: z.number(),
})
export type MailRow = z.output<typeof mailRow>

export const mailState = z.enum(mailStates)

/** A row for `insertMails`. */
export type NewMailRow = Omit<MailRow, 'id' | 'tries' | 'attachments'> & {
  attachments: readonly Attachment[] | null
  expires_at: string | null
  shows: number | null
  delay_ms: number
}

/** `POST /api/mail/preview`: a sample of a mail with texts that are not saved. */
export const previewRequest = z.object({
  mail: z.string(),
  subject: z.string(),
  heading: z.string(),
  opening: z.string(),
  closing: z.string(),
})
export type PreviewRequest = z.output<typeof previewRequest>
/** `fault`: why the texts make no valid mail. They may be half typed. */
export type PreviewReply = { fault: string } | Pick<MailContent, 'subject' | 'html' | 'text'>

/** A letter's mail to a subscriber. */
export const letterMail = z.object({
  id: z.number(),
  letter: z.number(),
  subject: z.string(),
  state: mailState,
  /** When the mail was sent or, if it was not sent, when it was queued. */
  at: z.coerce.date().transform((at) => at.toISOString()),
  isComplaint: z.boolean(),
  /** Whether it stayed in the mailbox, because there was no mail server. Its state is `sent` then. */
  isKept: z.boolean(),
})
export type LetterMail = z.output<typeof letterMail>

/** A subscriber to whom a mail is queued. */
export type MailRecipient = { id: number; email: string; name: string | null }

/** @throws Error if the content cannot be made now; the mail is retried later */
export type ContentOf = (row: MailRow) => Promise<MailContent>

/** Whether mails are sent on time, by any process. */
export type OutboxState = {
  /** Whether mails are late, see `findOutboxState`. */
  late: boolean
  /** How many mails have waited for more than two minutes. Letters count only if no mail was sent in that time. */
  overdue: number
  /** When a process last polled for jobs, ISO 8601. */
  beatAt: string | null
  /** The error of one of the overdue mails; null if none has an error. */
  error: string | null
}

/** An outage: the mail server accepts no mails. Times are ISO 8601. */
export type ServerTrouble = {
  error: string
  /** When the server last accepted a mail, or when the oldest of the waiting mails was queued, whichever is later. */
  since: string
  /** When the next of the waiting mails is tried again. */
  nextAt: string
}

/** `POST /api/mail/settle`: staff decide about a mail in the state `unknown` or `failed`; see `resolveByStaff`. */
export const settleRequest = z.object({
  id: z.int().positive(),
  as: z.enum(['again', 'arrived']),
})

const maxReasonLength = 500
// Only the beginning of a reason is read. Its last word is dropped, because it may be a part of an address.
const maxReadLength = 4 * maxReasonLength
// The lookbehind keeps the time of the search linear.
const beginningOf = (text: string): string =>
  text.length > maxReadLength ? text.slice(0, maxReadLength).replace(/(?<!\S)\S+$/, '') : text
const maxEvents = 1000

const mailEvent = z.object({
  /** The service's id of the event: an event whose id is known is ignored. */
  id: z.string().regex(/^[\x21-\x7e]{1,200}$/, 'An event has an id of at most 200 characters.'),
  /** `bounce`, `complaint` or `delivered`; other types are ignored. */
  type: z.string().max(100),
  /** `hard` if the mailbox does not exist; `soft` by default. */
  bounce: z.enum(['hard', 'soft']).nullish(),
  email: z.string().max(1000).nullish(),
  message_id: z.string().max(1000).nullish(),
  /** When it happened; now by default. */
  at: z.iso
    .datetime({ offset: true, local: false })
    .transform((text) => new Date(text))
    .refine((at) => at.getTime() >= 0, 'An event happened after 1970.')
    // PostgreSQL does not accept every offset from UTC that ISO 8601 allows.
    .transform((at) => at.toISOString())
    .nullish(),
  /** The mail server's response; addresses in it are removed. */
  reason: z
    .string()
    .max(100_000)
    .transform((text) => withoutAddresses(cleanLine(beginningOf(text))).slice(0, maxReasonLength))
    .nullish(),
})
export type MailEvent = z.output<typeof mailEvent>

/** `POST /api/mail/events`, signed; see `webhook.ts`. Further fields are ignored. */
export const mailEventsRequest = z.object({ events: z.array(mailEvent).max(maxEvents) })
