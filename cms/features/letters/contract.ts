import { z } from 'zod'
import type { ServerTrouble } from '../../platform/mail/contract.ts'
import { interests } from '../newsletter/rules.ts'
import { chosenTopics } from '../venue/chosen-topics.ts'
import { type LetterState, letterActions, type Tally } from './rules.ts'

const orElse = <S extends z.ZodType, Default extends z.output<S> | null>(
  schema: S,
  otherwise: Default,
) => schema.nullish().transform((value) => value ?? otherwise)

/**
 * The audience of a letter: active subscribers to whom all conditions apply. `interests` and `ownTopics` are one
 * condition; if both are empty, there is no such condition.
 */
export const audienceRequest = z.object({
  /** Subscribers who have at least one of these interests or of `ownTopics`. */
  interests: orElse(z.array(z.enum(interests)).max(interests.length), []),
  /** Topics of the venue. */
  ownTopics: orElse(chosenTopics, []),
  /** Subscribers whose birthday is in the month of sending, in the venue's time zone. */
  birthdayThisMonth: orElse(z.boolean(), false),
  /** Subscribers who joined on or after this day, `YYYY-MM-DD` in the venue's time zone. */
  joinedSince: orElse(z.iso.date(), null),
  /** Excludes subscribers who have responded to this date of an event. */
  eventDate: orElse(z.int32().positive(), null),
})
export type Audience = z.output<typeof audienceRequest>

/**
 * `POST /api/letter/audience`. `count`: the number of readers; `of`: the number of all subscribers who get
 * letters.
 */
export type AudienceReply = { count: number; of: number }

/** A letter's text, saved or not. */
export const writtenLetter = z.object({
  subject: z.string().max(500),
  preheader: z.string().max(500).nullish(),
  body: z.unknown(),
})
export type WrittenLetter = { subject: string; preheader: string | null; body: unknown }

/**
 * `POST /api/letter/preview`: renders the letter for one reader. The reader is the subscriber with the id `as` or,
 * without `as`, a sample reader. `GET /api/letter/sent?id=`: a sent letter as a sample reader would have got it.
 */
export const previewRequest = writtenLetter.extend({ as: z.int().positive().nullish() })
export type PreviewRequest = z.output<typeof previewRequest>
export type PreviewReply = { subject: string; html: string; text: string; to: string }

/** `POST /api/letter/test`: sends the letter to one address, as a mail whose subject marks it as a test. */
export const testRequest = writtenLetter.extend({
  to: z.string().max(300),
  as: z.int().positive().nullish(),
})
export type TestRequest = z.output<typeof testRequest>

/**
 * `POST /api/letter/act`. `seen` is the `updatedAt` of the version that the caller sees; if the letter has
 * changed since, the reply is a `conflict`. `at`, for `schedule`: `YYYY-MM-DDTHH:MM` on the venue's clock.
 */
export const actRequest = z.object({
  id: z.int().positive(),
  action: z.enum(letterActions),
  seen: z.iso.datetime(),
  at: z.string().max(20).nullish(),
})
export type ActRequest = z.output<typeof actRequest>
export type ActReply = LetterProgress & { message: string }

/**
 * `GET /api/letter/progress?id=`: the current progress. `GET /api/letter/visits?id=`, for publishers: `TimedVisits` in
 * `campaigns/contract.ts`.
 */
export type LetterProgress = Tally & {
  id: number
  state: LetterState
  updatedAt: string
  sendAt: string | null
  startedAt: string | null
  finishedAt: string | null
  /** The number of readers. The numbers of `Tally` add up to it. */
  total: number
  /** The number of failed mails that the action `again` would send once more. */
  retriable: number
  /** Mails that the reader's server accepted and that have not bounced since. */
  delivered: number
  unsubscribed: number
  complained: number
  links: { url: string; label: string; clicks: number }[]
  /** Why the mails of the letter wait for the mail server; null if they do not wait. */
  trouble: ServerTrouble | null
}
