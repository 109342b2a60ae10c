import { z } from 'zod'
import { type Interest, interests } from '../newsletter/rules.ts'
import { type LetterState, letterActions } from './rules.ts'

/**
 * Who gets a letter: of those who get letters at all, whoever is all that is asked for. Nothing asked
 * for is everyone.
 */
export const audienceRequest = z.object({
  /** Interested in one of these at least. */
  interests: z.array(z.enum(interests)).max(interests.length).nullish(),
  /** Has birthday in the month in which it is sent, on the venue's clock. */
  birthdayThisMonth: z.boolean().nullish(),
  /** Joined on this day of the venue's or later, `YYYY-MM-DD`. */
  joinedSince: z.iso.date().nullish(),
})
export type Audience = {
  interests: Interest[]
  birthdayThisMonth: boolean
  joinedSince: string | null
}

/** What of it is asked for, with nothing left open. */
export const audienceOf = (asked: z.output<typeof audienceRequest>): Audience => ({
  interests: asked.interests ?? [],
  birthdayThisMonth: asked.birthdayThisMonth ?? false,
  joinedSince: asked.joinedSince ?? null,
})

/** `POST /api/letter/audience` → how many would get it now. */
export type AudienceReply = { count: number; of: number }

/** What stands in a letter while it is written, saved or not. */
export const writtenLetter = z.object({
  subject: z.string().max(500),
  preheader: z.string().max(500).nullish(),
  body: z.unknown(),
})
export type WrittenLetter = { subject: string; preheader: string | null; body: unknown }

/**
 * `POST /api/letter/preview` → as the subscriber `as` would get it, or an invented reader;
 * `GET /api/letter/sent?id=` → the same of a letter that went out, as it went out.
 */
export const previewRequest = writtenLetter.extend({ as: z.int().positive().nullish() })
export type PreviewRequest = z.output<typeof previewRequest>
export type PreviewReply = { subject: string; html: string; text: string; to: string }

/** `POST /api/letter/test`: sends it to one address, marked as a test. */
export const testRequest = writtenLetter.extend({
  to: z.string().max(300),
  as: z.int().positive().nullish(),
})
export type TestRequest = z.output<typeof testRequest>

/**
 * `POST /api/letter/act`. `seen` is the letter's `updatedAt` as whoever acts has it before them: what
 * goes out is what was looked at, else `conflict`. `at` for `schedule`: `YYYY-MM-DDTHH:MM` on the
 * venue's clock.
 */
export const actRequest = z.object({
  id: z.int().positive(),
  action: z.enum(letterActions),
  seen: z.iso.datetime(),
  at: z.string().max(20).nullish(),
})
export type ActRequest = z.output<typeof actRequest>
export type ActReply = LetterStanding & { message: string }

/** `GET /api/letter/standing?id=` → how a letter stands, live. */
export type LetterStanding = {
  id: number
  state: LetterState
  updatedAt: string
  sendAt: string | null
  startedAt: string | null
  finishedAt: string | null
  /** Readers it was addressed to; the seven below add up to it. */
  total: number
  queued: number
  sent: number
  /** Stayed in the mailbox, because there was no mail server: nobody has them. */
  kept: number
  deferred: number
  bounced: number
  /** Refused otherwise, or of unknown fate; staff settle the latter in the outbox. */
  failed: number
  /** Of these, those of which it is known that nobody has them: `again` sends them once more. */
  retriable: number
  /** The letter was cancelled, or the reader left meanwhile. */
  cancelled: number
  /** Accepted by the reader's server and not sent back since. */
  delivered: number
  unsubscribed: number
  complained: number
  links: { url: string; label: string; clicks: number }[]
}
