import { z } from 'zod'
import type { MailKind } from './rules.ts'

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
