import { z } from 'zod'
import { cleanLine } from '../http/clean-text.ts'
import { type MailKind, withoutAddresses } from './rules.ts'

/** A mail for the outbox. */
export type Mail = {
  /** What it is sent for, once: of two mails with one key the second is none. */
  key: string
  kind: MailKind
  to: { name?: string | null; address: string }
  subject: string
  html: string
  text: string
  /** Beside those that every mail has: `List-Unsubscribe` and the like. */
  headers?: Record<string, string>
  /** See `priorities`; `transactional` where none is said. */
  priority?: number
  letter?: number | null
  subscriber?: number | null
  /** As whom a test reads: goes with that subscriber, and what becomes of it is nothing of theirs. */
  shows?: number | null
}

/** What a mail says. */
export type MailContent = Pick<Mail, 'subject' | 'html' | 'text'> & {
  headers: Record<string, string>
}

/** A row of the outbox, as far as sending it needs it. */
export type MailRow = MailContent & {
  id: number
  key: string
  kind: MailKind
  priority: number
  to_address: string
  to_name: string | null
  letter: number | null
  subscriber: number | null
  tries: number
}

/**
 * Makes what a mail says. A row carries it, or it is made from what many mails share.
 * @throws Error where that can't be done now; the mail is tried again later
 */
export type ContentOf = (row: MailRow) => Promise<MailContent>

/** Whether mails go out, as all processes see it. */
export type OutboxState = {
  /** Whether something is due and nothing goes out. */
  late: boolean
  overdue: number
  /** When a worker was last seen, ISO 8601. */
  beatAt: string | null
  /** Why the last one could not be handed over, where that is so. */
  error: string | null
}

/** `POST /api/mail/settle`: what staff know of a mail that the program knows nothing of. */
export const settleRequest = z.object({
  id: z.int().positive(),
  as: z.enum(['again', 'arrived']),
})

const longestReason = 500
const mostEvents = 1000

const mailEvent = z.object({
  /** The sender's own name for it; twice with one name is once. */
  id: z.string().regex(/^[\x21-\x7e]{1,200}$/, 'An event has an id of at most 200 characters.'),
  /** `bounce`, `complaint`, `delivered`; of other types no notice is taken. */
  type: z.string().max(100),
  /** Of a bounce: `hard` where the mailbox does not exist; taken for `soft` where nothing is said. */
  bounce: z.enum(['hard', 'soft']).nullish(),
  /** Whom the mail was for. */
  email: z.string().max(1000).nullish(),
  /** The mail's Message-ID. */
  message_id: z.string().max(1000).nullish(),
  /** When it happened; now, where nothing is said. */
  at: z.iso
    .datetime({ offset: true, local: false })
    .transform((text) => new Date(text))
    .refine((at) => at.getTime() >= 0, 'An event happened after 1970.')
    // The database knows fewer time zones than ISO 8601.
    .transform((at) => at.toISOString())
    .nullish(),
  /** In the words of the server that said so; addresses in it are not kept. */
  reason: z
    .string()
    .max(100_000)
    .transform((text) => withoutAddresses(cleanLine(text)).slice(0, longestReason))
    .nullish(),
})
export type MailEvent = z.output<typeof mailEvent>

/** `POST /api/mail/events`, signed; see `webhook.ts`. What else stands in it is not looked at. */
export const mailEventsRequest = z.object({ events: z.array(mailEvent).max(mostEvents) })
